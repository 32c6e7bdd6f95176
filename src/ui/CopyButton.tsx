import { Check, Copy } from 'lucide-react';
import { Button } from './Button.tsx';
import { useCopy } from './useCopy.ts';

type Props = {
  text: string;
  /** The accessible name: "Copy ID". */
  label: string;
  /** `row`: small, seen when its row is pointed at, and left out of the Tab order, where a list would have hundreds. */
  look?: 'icon' | 'row' | 'button';
};

/** Copies a text and says whether that worked. */
export function CopyButton({ text, label, look = 'icon' }: Props) {
  const { state, copy } = useCopy();
  const Icon = state === 'copied' ? Check : Copy;
  const word = state === 'copied' ? 'Copied' : state === 'failed' ? 'Could not copy' : label;
  if (look === 'button')
    return (
      <Button onClick={() => copy(text)} icon={<Icon size={16} aria-hidden="true" />}>
        {word}
      </Button>
    );
  return (
    <button
      type="button"
      tabIndex={look === 'row' ? -1 : undefined}
      aria-label={word}
      title={word}
      onClick={() => copy(text)}
      className={`inline-grid shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-text ${looks[look]}`}
    >
      <Icon size={look === 'row' ? 12 : 14} aria-hidden="true" />
    </button>
  );
}

const looks = {
  icon: 'size-6',
  row: '-my-1 h-6 w-6 not-group-hover:not-group-focus-within:opacity-0',
} as const;
