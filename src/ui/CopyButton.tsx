import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './Button.tsx';
import { dropdownItemStyle } from './Dropdown.tsx';
import { useResults } from './results.tsx';

type CopyButtonProps = {
  text: string;
  /** Accessible name, such as "Copy ID". */
  label: string;
  /** `row` leaves the button out of the Tab order, because a list would have dozens of Tab stops. `item` is for a dropdown. */
  variant?: 'icon' | 'row' | 'button' | 'item';
};

/** A button that copies a text and then shows the result in place of its label. */
export function CopyButton({ text, label, variant = 'icon' }: CopyButtonProps) {
  const { state, Icon, copy } = useCopy();
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

const resultMs = 2000;

/** Returns a function that copies text. For two seconds after the copy, `state` and `Icon` show the result. */
function useCopy() {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  async function copy(text: string): Promise<boolean> {
    const isCopied = await writeToClipboard(text);
    setState(isCopied ? 'copied' : 'failed');
    setTimeout(() => setState('idle'), resultMs);
    return isCopied;
  }
  return { state, Icon: state === 'copied' ? Check : Copy, copy };
}

/**
 * Returns a function that copies text and announces the result.
 * @param resultId an announcement replaces an earlier announcement with the same ID
 */
export function useAnnouncedCopy(resultId: string) {
  const { Icon, copy } = useCopy();
  const { show } = useResults();
  async function copyAndAnnounce(text: string, name = text) {
    const content = (await copy(text)) ? `Copied ${name}.` : `Couldn’t copy ${name}.`;
    show({ id: resultId, content, isTemporary: true });
  }
  return { Icon, copyAndAnnounce };
}

async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
