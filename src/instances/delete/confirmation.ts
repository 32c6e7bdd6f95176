import { type KeyboardEvent, type MouseEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { hiddenCharacter } from '../../format/text.ts';
import { useNow } from '../../format/time.ts';

/** True if the trimmed texts have the same code points. A blank phrase can't be confirmed. */
export function matchesPhrase(typed: string, phrase: string): boolean {
  return phrase.trim() !== '' && typed.trim() === phrase.trim();
}

export function findTypingHint(typed: string, phrase: string): string | null {
  if (typed.trim() === '' || matchesPhrase(typed, phrase)) return null;
  if (/(?![0-9])\p{Nd}/u.test(typed) && /\d/.test(phrase)) return 'Use the digits 0–9.';
  if (typed.trim().replace(/(?<=\d)[,.'’\s](?=\d{3})/g, '') === phrase)
    return 'Type the number without separators.';
  if (typed.trim().toLowerCase() === phrase.trim().toLowerCase()) return 'Upper and lower case must match.';
  if (withoutHidden(typed) === withoutHidden(phrase))
    return "Hidden spaces or characters don't match. Copy the text above instead.";
  return null;
}

function withoutHidden(text: string): string {
  return text.replace(new RegExp(hiddenCharacter.source, 'gu'), '');
}

/** Time (ms) for which a failure stays on screen before the form can be submitted again. */
const readingMs = 700;

/** Stops double clicks, a held Enter, and clicks right after a failure on all buttons in the form. */
export function useSubmitOnce(canSubmit: boolean, submit: () => Promise<unknown>) {
  // A ref too, because React may render the new phase only after a second click.
  const isLocked = useRef(false);
  const [phase, setPhase] = useState<'ready' | 'sending' | 'reading'>('ready');

  useEffect(() => {
    if (phase !== 'reading') return;
    const timer = setTimeout(() => {
      isLocked.current = false;
      setPhase('ready');
    }, readingMs);
    return () => clearTimeout(timer);
  }, [phase]);

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!canSubmit || isLocked.current) return;
    isLocked.current = true;
    setPhase('sending');
    try {
      // Resolves when the result is on screen.
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

/** Ignores the repeats of a held Enter, because the key was pressed for the previous step. */
function ignoreHeldEnter(event: KeyboardEvent) {
  if (event.key !== 'Enter' || !event.repeat) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Ignores the second click of a double click, because the first may have changed the button. */
function ignoreSecondClick(event: MouseEvent) {
  if (event.detail < 2 || !(event.target instanceof Element)) return;
  if (event.target.closest('button[type="submit"]') === null) return;
  event.preventDefault();
  event.stopPropagation();
}

const armingMs = 1_000;
/** Time (ms) after the last release. A tap sends its click later than its release. */
const releaseMs = 100;

/** True once a button can't be pressed by accident: shown for 1 s, with all that was down released. */
export function useArmed(isShown: boolean): boolean {
  const pressed = useRef<Pressed>({ keys: new Set(), releasedAt: 0 });
  const [isArmed, setArmed] = useState(false);

  // From the first render on, because a key may go down long before the button appears.
  useEffect(() => trackPressed(pressed.current), []);

  useEffect(() => {
    if (!isShown) return;
    let timer = setTimeout(arm, armingMs);
    function arm() {
      const { keys, releasedAt } = pressed.current;
      if (keys.size === 0 && performance.now() - releasedAt >= releaseMs) setArmed(true);
      else timer = setTimeout(arm, releaseMs);
    }
    return () => {
      clearTimeout(timer);
      setArmed(false);
    };
  }, [isShown]);

  return isShown && isArmed;
}

type Pressed = { keys: Set<string>; releasedAt: number };

function trackPressed(pressed: Pressed): () => void {
  const listeners = new AbortController();
  const nameOf = (event: Event) =>
    event instanceof globalThis.KeyboardEvent ? event.code || event.key : 'pointer';
  const press = (event: Event) => void pressed.keys.add(nameOf(event));
  const release = (event: Event) => {
    pressed.keys.delete(nameOf(event));
    pressed.releasedAt = performance.now();
  };
  const options = { capture: true, signal: listeners.signal };
  for (const type of ['keydown', 'pointerdown']) window.addEventListener(type, press, options);
  for (const type of ['keyup', 'pointerup', 'pointercancel']) window.addEventListener(type, release, options);
  // The window gets no release of a key that goes up elsewhere.
  window.addEventListener('blur', () => pressed.keys.clear(), options);
  return () => listeners.abort();
}

/** Until a time by `performance.now` (ms), because the clock can be set back. 0 after it. */
export function useSecondsUntil(time: number): number {
  useNow();
  return Math.max(0, Math.ceil((time - performance.now()) / 1000));
}
