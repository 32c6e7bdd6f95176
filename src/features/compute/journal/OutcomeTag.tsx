import type { DeletionState } from './deletionSums.ts';

/** The state of a deletion in a word or two. Colour only repeats the word. */
export function OutcomeTag({ state, title }: { state: DeletionState; title?: string }) {
  const { word, look } = tags[state];
  return (
    <span
      title={title}
      className={`shrink-0 rounded-sm border px-1.5 text-small leading-5 whitespace-nowrap ${look}`}
    >
      {word}
    </span>
  );
}

const quiet = 'border-line text-muted';
const plain = 'border-line-strong text-text';
const notice = 'border-notice-line bg-notice-soft text-notice';
const danger = 'border-danger-line bg-danger-soft text-danger';

const tags: Record<DeletionState, { word: string; look: string }> = {
  waiting: { word: 'Waiting', look: quiet },
  sending: { word: 'Deleting…', look: plain },
  deleted: { word: 'Deleted', look: plain },
  accepted: { word: 'Accepted', look: plain },
  gone: { word: 'Not there', look: plain },
  refused: { word: 'Refused', look: danger },
  unknown: { word: 'Unknown', look: notice },
  mismatch: { word: 'Check answer', look: danger },
  'not-sent': { word: 'Not sent', look: quiet },
};
