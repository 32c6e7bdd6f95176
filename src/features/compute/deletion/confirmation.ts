import { type KeyboardEvent, type MouseEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { useStore } from 'zustand';
import { hiddenCharacter, latinLookAlikes } from '../../../ui/confusables.ts';
import { openPersisted, type Persisted } from '../../../ui/storage.ts';

type ConfirmBy = 'typing' | 'checkbox';

const schema = v.fallback(v.picklist(['typing', 'checkbox']), 'typing');
let store: Persisted<ConfirmBy> | undefined;

export function useConfirmBy() {
  store ??= openPersisted<ConfirmBy>('workspace-console.confirm-by', schema);
  const { update } = store;
  return { confirmBy: useStore(store), setConfirmBy: (choice: ConfirmBy) => update(() => choice) };
}

/** Returns true if the trimmed texts have the same code points. A blank name can't be confirmed. */
export function confirmsName(typed: string, name: string): boolean {
  const wanted = name.trim();
  return wanted !== '' && typed.trim() === wanted;
}

/** Returns a hint if the typed text looks like the name but differs, or null. Only `confirmsName` decides. */
export function nameNearMiss(typed: string, name: string): string | null {
  const [given, wanted] = [typed.trim(), name.trim()];
  if (given === '' || wanted === '' || confirmsName(given, wanted)) return null;
  if (given.toLowerCase() === wanted.toLowerCase()) return 'Upper and lower case must match.';
  if (withoutHidden(given) === withoutHidden(wanted))
    return 'Hidden spaces or characters don’t match. Copy the name instead.';
  return skeleton(given) === skeleton(wanted) ? looksTheSame : null;
}

const looksTheSame = 'This looks the same but uses different characters. Copy the name instead.';
const hidden = new RegExp(hiddenCharacter.source, 'gu');
const dash = /\p{Pd}|\u2212/gu;

function withoutHidden(text: string): string {
  return text.replace(hidden, '');
}

/** Replaces each look-alike character with a common one, so that similar texts become equal. */
function skeleton(text: string): string {
  const usual = withoutHidden(text).normalize('NFKC').replace(dash, '-');
  return Array.from(usual, (character) => latinLookAlikes.get(character) ?? character)
    .join('')
    .toLowerCase();
}

/** Minimum time (ms) a failure stays visible before the form can be submitted again. */
const readingMs = 700;

/**
 * Submits a confirmed form only once, even after a double click, a held Enter, or a click right after a failure appears.
 * The form must contain all buttons of the dialog.
 * @param submit resolves when the result is on screen
 */
export function useGuardedSubmit(isConfirmed: boolean, submit: () => Promise<void>) {
  // Use a ref too, because React may render the new phase only after a second click.
  const isLocked = useRef(false);
  const [phase, setPhase] = useState<'open' | 'sending' | 'reading'>('open');

  // Use an effect, because closing the dialog must stop the timer, even before the result arrives.
  useEffect(() => {
    if (phase !== 'reading') return;
    const timer = setTimeout(() => {
      isLocked.current = false;
      setPhase('open');
    }, readingMs);
    return () => clearTimeout(timer);
  }, [phase]);

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isConfirmed || isLocked.current) return;
    isLocked.current = true;
    setPhase('sending');
    try {
      await submit();
    } finally {
      setPhase('reading');
    }
  }

  return {
    isGuarded: phase !== 'open',
    formProps: {
      noValidate: true,
      onSubmit,
      onKeyDownCapture: ignoreHeldEnter,
      onClickCapture: ignoreSecondClick,
    },
  };
}

/** Ignores an Enter that is still held from the previous step. */
function ignoreHeldEnter(event: KeyboardEvent) {
  if (event.key !== 'Enter' || !event.repeat) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Ignores the second click of a double click, because the button may have changed since the first one. */
function ignoreSecondClick(event: MouseEvent) {
  if (event.detail < 2 || !(event.target instanceof Element)) return;
  if (event.target.closest('button[type="submit"]') === null) return;
  event.preventDefault();
  event.stopPropagation();
}
