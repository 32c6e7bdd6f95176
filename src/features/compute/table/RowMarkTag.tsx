import type { RowMark } from '../journal/RowState.ts';

/** What is going on with a row's deletion, in one or two words; the rest is in the tooltip and above the list. */
export function RowMarkTag({ mark }: { mark: RowMark }) {
  const { word, look } = tags[mark.kind];
  const title =
    mark.kind === 'elsewhere' ? 'Being deleted in another tab' : (mark.entry.outcome?.reason ?? undefined);
  return (
    <span
      title={title}
      className={`mr-1.5 max-w-full shrink-0 truncate rounded-sm border px-1 leading-4 ${look}`}
    >
      {word}
    </span>
  );
}

const notice = 'border-notice-line bg-notice-soft text-notice';
const danger = 'border-danger-line bg-danger-soft text-danger';

const tags: Record<RowMark['kind'], { word: string; look: string }> = {
  deleting: { word: 'Deleting…', look: 'border-line-strong text-muted' },
  elsewhere: { word: 'Being deleted in another tab', look: 'border-line-strong text-muted' },
  unknown: { word: 'Unknown', look: notice },
  mismatch: { word: 'Check answer', look: danger },
  failed: { word: 'Not deleted', look: danger },
};
