import { type KeyboardEvent, type SubmitEvent, useRef, useState } from 'react';
import { hiddenCharacter } from '../format/text.ts';
import { removeIgnorableCharacters, toPlainPunctuation } from '../rules/text.ts';

/** Canonically equivalent texts are equal, all white space is a space, and what is never drawn doesn't count. A blank phrase is never equal. */
export function matchesPhrase(typed: string, phrase: string): boolean {
  return toComparable(phrase) !== '' && toComparable(typed) === toComparable(phrase);
}

function toComparable(text: string): string {
  return removeIgnorableCharacters(text).normalize('NFC').replace(/\s+/g, ' ').trim();
}

export function findTypingHint(typed: string, phrase: string): string | null {
  if (toComparable(typed) === '' || matchesPhrase(typed, phrase)) return null;
  if (/(?![0-9])\p{Nd}/u.test(typed) && /\d/.test(phrase)) return 'Use the digits 0–9.';
  if (matchesPhrase(typed.replace(/(?<=\d)[,.'’\s](?=\d{3})/g, ''), phrase))
    return 'Type the number without separators.';
  if (matchesPhrase(toPlainPunctuation(typed), toPlainPunctuation(phrase)))
    return findSubstitute(toComparable(typed), toComparable(phrase));
  if (matchesPhrase(typed.toLowerCase(), phrase.toLowerCase())) return 'Upper and lower case must match.';
  if (withoutHidden(typed) === withoutHidden(phrase))
    return "Hidden spaces or characters don't match. Copy the text above instead.";
  return null;
}

function findSubstitute(typed: string, phrase: string): string | null {
  const expected = [...phrase];
  const index = [...typed].findIndex((character, place) => character !== expected[place]);
  return `Use ${expected[index]} instead of ${[...typed][index]}`;
}

function withoutHidden(text: string): string {
  return text.replace(new RegExp(hiddenCharacter.source, 'gu'), '');
}

/** One submission at a time. The repeats of a held Enter are ignored, because the key was pressed for the previous step. */
export function useSubmitOnce(canSubmit: boolean, submit: () => Promise<unknown>) {
  // A ref too, because React may render the new state only after a second click.
  const isLocked = useRef(false);
  const [isSubmitting, setSubmitting] = useState(false);

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!canSubmit || isLocked.current) return;
    isLocked.current = true;
    setSubmitting(true);
    try {
      await submit();
    } finally {
      isLocked.current = false;
      setSubmitting(false);
    }
  }
  function ignoreHeldEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !event.repeat) return;
    event.preventDefault();
    event.stopPropagation();
  }
  return { isSubmitting, formProps: { noValidate: true, onSubmit, onKeyDownCapture: ignoreHeldEnter } };
}
