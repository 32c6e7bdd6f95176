import { type SubmitEvent, useRef, useState } from 'react';

/** Time (ms) a failure stays visible before the form can be submitted again. */
const readingMs = 700;

/**
 * Sends a confirmed form once, whether it is submitted by a double click, by Enter, or by a click that was aimed at the
 * state before a failure.
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

  return { onSubmit, isGuarded };
}
