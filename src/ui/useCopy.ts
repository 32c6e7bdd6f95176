import { useState } from 'react';
import { copyText } from './copyText.ts';

const shownMs = 2000;

/** Copies texts and remembers for two seconds how the last copy went. */
export function useCopy() {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  async function copy(text: string) {
    const copied = await copyText(text);
    setState(copied ? 'copied' : 'failed');
    setTimeout(() => setState('idle'), shownMs);
    return copied;
  }
  return { state, copy };
}
