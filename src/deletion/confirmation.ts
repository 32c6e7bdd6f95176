import { type KeyboardEvent, type MouseEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { useStore } from 'zustand';
import { hiddenCharacter, latinLookAlikes } from '../ui/confusables.ts';
import { openPersisted, type Persisted } from '../ui/storage.ts';

type ConfirmBy = 'typing' | 'checkbox';

const confirmBySchema = v.fallback(v.picklist(['typing', 'checkbox']), 'typing');
let confirmByStore: Persisted<ConfirmBy> | undefined;

export function useConfirmBy() {
  confirmByStore ??= openPersisted<ConfirmBy>('workspace-console.confirm-by', confirmBySchema);
  const { update } = confirmByStore;
  return { confirmBy: useStore(confirmByStore), setConfirmBy: (choice: ConfirmBy) => update(() => choice) };
}

/** Returns true if the trimmed texts have the same code points. A blank name can't be confirmed. */
export function confirmsName(typed: string, name: string): boolean {
  const trimmedName = name.trim();
  return trimmedName !== '' && typed.trim() === trimmedName;
}

/** Returns a hint if the typed text is similar to the name but not equal, otherwise null. */
export function describeNearMiss(typed: string, name: string): string | null {
  const [typedText, trimmedName] = [typed.trim(), name.trim()];
  if (typedText === '' || trimmedName === '' || confirmsName(typedText, trimmedName)) return null;
  if (typedText.toLowerCase() === trimmedName.toLowerCase()) return 'Upper and lower case must match.';
  if (removeHidden(typedText) === removeHidden(trimmedName))
    return 'Hidden spaces or characters don’t match. Copy the name instead.';
  return replaceLookAlikes(typedText) === replaceLookAlikes(trimmedName) ? lookAlikeHint : null;
}

const lookAlikeHint = 'This looks the same but uses different characters. Copy the name instead.';
const hiddenCharacters = new RegExp(hiddenCharacter.source, 'gu');
const dashes = /\p{Pd}|\u2212/gu;

function removeHidden(text: string): string {
  return text.replace(hiddenCharacters, '');
}

/** Removes hidden characters, replaces look-alikes and converts to lower case, so that similar texts become equal. */
function replaceLookAlikes(text: string): string {
  const normalizedText = removeHidden(text).normalize('NFKC').replace(dashes, '-');
  return Array.from(normalizedText, (character) => latinLookAlikes.get(character) ?? character)
    .join('')
    .toLowerCase();
}

/** Minimum time (ms) a failure stays visible before the form can be submitted again. */
const readingMs = 700;

/**
 * Returns the props of a form that prevent a second submission by a double click, a held Enter, or a click right after a
 * failure. The form must contain all buttons of the dialog, because the handlers see only events inside the form.
 * @param submit resolves when the result is on screen
 */
export function useSingleSubmit(isConfirmed: boolean, submit: () => Promise<void>) {
  // Use a ref too, because React may render the new phase only after a second click.
  const isLocked = useRef(false);
  const [phase, setPhase] = useState<'ready' | 'sending' | 'reading'>('ready');

  // Use an effect, because React then stops the timer when the dialog closes.
  useEffect(() => {
    if (phase !== 'reading') return;
    const unlockTimer = setTimeout(() => {
      isLocked.current = false;
      setPhase('ready');
    }, readingMs);
    return () => clearTimeout(unlockTimer);
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
    isSubmitLocked: phase !== 'ready',
    formProps: {
      noValidate: true,
      onSubmit,
      onKeyDownCapture: ignoreHeldEnter,
      onClickCapture: ignoreSecondClick,
    },
  };
}

/** Ignores the repeated key events of a held Enter, because the admin pressed the key for the previous step. */
function ignoreHeldEnter(event: KeyboardEvent) {
  if (event.key !== 'Enter' || !event.repeat) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Ignores the second click of a double click on a submit button, because the first click may have changed the button. */
function ignoreSecondClick(event: MouseEvent) {
  if (event.detail < 2 || !(event.target instanceof Element)) return;
  if (event.target.closest('button[type="submit"]') === null) return;
  event.preventDefault();
  event.stopPropagation();
}
