import type { DeletionState } from './deletionSums.ts';
import { outcomeWord } from './outcomeWord.ts';

/** The state of a deletion in a word or two. Colour only repeats the word. */
export function OutcomeTag({ state, title }: { state: DeletionState; title?: string }) {
  return (
    <span
      title={title}
      className={`shrink-0 rounded-sm border px-1.5 text-small leading-5 whitespace-nowrap ${looks[state]}`}
    >
      {outcomeWord[state]}
    </span>
  );
}

const quiet = 'border-line text-muted';
const plain = 'border-line-strong text-text';
const notice = 'border-notice-line bg-notice-soft text-notice';
const danger = 'border-danger-line bg-danger-soft text-danger';

const looks: Record<DeletionState, string> = {
  waiting: quiet,
  sending: plain,
  deleted: plain,
  accepted: plain,
  gone: plain,
  refused: danger,
  unknown: notice,
  mismatch: danger,
  'not-sent': quiet,
};
