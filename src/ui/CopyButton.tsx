import { Check, Copy } from 'lucide-react';
import { Button } from './Button.tsx';
import { useCopy } from './useCopy.ts';

type Props = {
  text: string;
  /** The accessible name: "Copy ID". */
  label: string;
  look?: 'icon' | 'button';
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
      aria-label={word}
      title={word}
      onClick={() => copy(text)}
      className="inline-grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-text"
    >
      <Icon size={14} aria-hidden="true" />
    </button>
  );
}
