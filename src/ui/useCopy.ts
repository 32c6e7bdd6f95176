import { useState } from 'react';
import { useResults } from './results.tsx';

/** How long the result of a copy is shown, in ms. */
const shownMs = 2000;

/** Copies text to the clipboard and remembers the result for two seconds. */
export function useCopy() {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  async function copy(text: string): Promise<boolean> {
    const isCopied = await writeToClipboard(text);
    setState(isCopied ? 'copied' : 'failed');
    setTimeout(() => setState('idle'), shownMs);
    return isCopied;
  }
  return { state, copy };
}

/**
 * Copies text and announces the result.
 * @param resultId a new announcement replaces the previous one with the same ID
 */
export function useAnnouncedCopy(resultId: string) {
  const { state, copy } = useCopy();
  const { show } = useResults();
  async function copyAndAnnounce(text: string, name = text) {
    const content = (await copy(text)) ? `Copied ${name}.` : `Couldn’t copy ${name}.`;
    show({ id: resultId, content, passing: true });
  }
  return { state, copyAndAnnounce };
}

async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
