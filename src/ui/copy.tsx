import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './Button.tsx';
import { useResults } from './results.tsx';

type CopyButtonProps = {
  text: string;
  /** The accessible name: "Copy ID". */
  label: string;
  /** `row`: left out of the Tab order, where a list would have dozens. */
  look?: 'icon' | 'row' | 'button';
};

/** Copies a text and says whether that worked. */
export function CopyButton({ text, label, look = 'icon' }: CopyButtonProps) {
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
      className={`inline-grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-text ${look === 'row' ? '-my-1' : ''}`}
    >
      <Icon size={14} aria-hidden="true" />
    </button>
  );
}

const shownMs = 2000;

/** Copies texts and remembers for two seconds how the last copy went. */
function useCopy() {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  async function copy(text: string) {
    const copied = await copyText(text);
    setState(copied ? 'copied' : 'failed');
    setTimeout(() => setState('idle'), shownMs);
    return copied;
  }
  return { state, copy };
}

/** Copies texts and announces how that went: `resultId` says which announcement takes the place of which. */
export function useAnnouncedCopy(resultId: string) {
  const { state, copy } = useCopy();
  const { show } = useResults();
  async function copyAndAnnounce(text: string, name = text) {
    const content = (await copy(text)) ? `Copied ${name}.` : `${name} could not be copied.`;
    show({ id: resultId, content, passing: true });
  }
  return { state, copyAndAnnounce };
}

/** Copies a text; where the clipboard API is refused, through a hidden field. False where neither works. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyThroughField(text);
  }
}

function copyThroughField(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'sr-only';
  // Inside an open dialog a field elsewhere is inert and can't be selected.
  (focused?.closest('[role=alertdialog], [role=dialog]') ?? document.body).append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}

/**
 * A request as a curl command for a POSIX shell. The token stands as `$ACCESS_TOKEN`, to be set in that shell.
 * @param baseUrl absolute, with or without a slash at its end
 * @param path relative to it, already encoded, beginning with a slash
 */
export function curlOf(baseUrl: string, method: string, path: string): string {
  const url = quoted(baseUrl.replace(/\/+$/, '') + path);
  // Without the two flags curl expands brackets and folds dot segments: another address than the one shown.
  return `curl --globoff --path-as-is --request ${quoted(method)} --header "Authorization: Bearer $ACCESS_TOKEN" --url ${url}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
