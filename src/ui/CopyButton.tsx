import { Check, Copy } from 'lucide-react';
import { Button } from './Button.tsx';
import { dropdownItemStyle } from './Dropdown.tsx';
import { useCopy } from './useCopy.ts';

type CopyButtonProps = {
  text: string;
  /** Accessible name, such as "Copy ID". */
  label: string;
  /** `row` leaves the button out of the Tab order, because a list would have dozens. `item` is for a dropdown. */
  variant?: 'icon' | 'row' | 'button' | 'item';
};

/** A button that copies a text and shows the result on itself. */
export function CopyButton({ text, label, variant = 'icon' }: CopyButtonProps) {
  const { state, copy } = useCopy();
  const Icon = state === 'copied' ? Check : Copy;
  const name = state === 'copied' ? 'Copied' : state === 'failed' ? 'Couldn’t copy' : label;
  if (variant === 'button')
    return (
      <Button onClick={() => copy(text)} icon={<Icon size={16} aria-hidden="true" />}>
        {name}
      </Button>
    );
  if (variant === 'item')
    return (
      <button type="button" onClick={() => copy(text)} className={dropdownItemStyle}>
        {name}
      </button>
    );
  return (
    <button
      type="button"
      tabIndex={variant === 'row' ? -1 : undefined}
      aria-label={name}
      title={name}
      onClick={() => copy(text)}
      className={`inline-grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-text ${variant === 'row' ? '-my-1' : ''}`}
    >
      <Icon size={14} aria-hidden="true" />
    </button>
  );
}
