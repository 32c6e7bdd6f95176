import { outcomeWord } from '../journal/outcomeWord.ts';
import type { RowMark } from '../journal/RowState.ts';

/** What is going on with a row's deletion, in one or two words; the rest is in the tooltip and above the list. */
export function RowMarkTag({ mark }: { mark: RowMark }) {
  const outcome = mark.kind === 'elsewhere' ? null : mark.entry.outcome;
  const word = mark.kind === 'elsewhere' ? elsewhere : outcomeWord[outcome?.kind ?? 'sending'];
  return (
    <span
      title={mark.kind === 'elsewhere' ? elsewhere : outcome?.reason}
      className={`mr-1.5 max-w-full shrink-0 truncate rounded-sm border px-1 leading-4 ${looks[mark.kind]}`}
    >
      {word}
    </span>
  );
}

const elsewhere = 'Being deleted in another tab';
const notice = 'border-notice-line bg-notice-soft text-notice';
const danger = 'border-danger-line bg-danger-soft text-danger';

const looks: Record<RowMark['kind'], string> = {
  deleting: 'border-line-strong text-muted',
  elsewhere: 'border-line-strong text-muted',
  unknown: notice,
  mismatch: danger,
  failed: danger,
};
