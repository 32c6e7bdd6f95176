import { type ChangeEvent, type KeyboardEvent, useState } from 'react';
import { type EpochMs, formatDay } from '../ui/time.ts';
import { parseDay } from './historyView.ts';

export const dayHint = 'Write a date as 1 May 2025 or 2025-05-01.';

/** A text that is a day. A native date field would show day, month and year in a different order than the records. */
export function useDayText(day: EpochMs | null, onChange: (day: EpochMs | null) => void) {
  /** null shows the day. */
  const [draft, setDraft] = useState<string | null>(null);
  const [isComplete, setComplete] = useState(false);
  const isUnreadable = draft !== null && draft.trim() !== '' && parseDay(draft) === null;

  function changeText({ target }: ChangeEvent<HTMLInputElement>) {
    const newDay = parseDay(target.value);
    setDraft(target.value);
    setComplete(false);
    if (newDay !== day) onChange(newDay);
  }

  function complete() {
    setComplete(true);
    if (!isUnreadable) setDraft(null);
  }

  return {
    isUnreadable,
    /** Without a complaint while the admin still types. */
    isInvalid: isUnreadable && isComplete,
    clear: () => setDraft(null),
    input: {
      value: draft ?? (day === null ? '' : formatDay(day)),
      onChange: changeText,
      onBlur: complete,
      onKeyDown: ({ key }: KeyboardEvent) => void (key === 'Enter' && complete()),
      'aria-invalid': isUnreadable && isComplete,
      placeholder: '1 May 2025',
      size: 11,
      autoComplete: 'off',
      autoCorrect: 'off',
      spellCheck: false,
    },
  };
}
