import { type KeyboardEvent, type MouseEvent, type SubmitEvent, useRef, useState } from 'react';

/** Time (ms) a failure stays visible before the form can be submitted again. */
const readingMs = 700;

/**
 * Sends a confirmed form once, whether it is submitted by a double click, by a held Enter, or by a click that was aimed at
 * the state before a failure. The form must contain all buttons of the dialog.
 * @param submit resolves when the result is on screen
 */
export function useGuardedSubmit(isConfirmed: boolean, submit: () => Promise<void>) {
  // The state alone comes too late: React may render it only after the second click.
  const isLocked = useRef(false);
  const [isGuarded, setGuarded] = useState(false);

  function setLocked(locked: boolean) {
    isLocked.current = locked;
    setGuarded(locked);
  }

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isConfirmed || isLocked.current) return;
    setLocked(true);
    try {
      await submit();
    } finally {
      setTimeout(setLocked, readingMs, false);
    }
  }

  return {
    isGuarded,
    formProps: {
      noValidate: true,
      onSubmit,
      onKeyDownCapture: ignoreHeldEnter,
      onClickCapture: ignoreSecondClick,
    },
  };
}

/** Ignores Enter that is still held from the previous step, so that it can't confirm the next one. */
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
