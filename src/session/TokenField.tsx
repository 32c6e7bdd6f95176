import { useState } from 'react';
import { Field } from '../ui/Field.tsx';
import { Glyph } from '../ui/Glyph.tsx';

/** The access token: a password to password managers, readable on request. */
export function TokenField({ invalid }: { invalid: boolean }) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      label="Access token"
      name="token"
      type={shown ? 'text' : 'password'}
      autoComplete="current-password"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
      aria-invalid={invalid}
      trailing={
        <button
          type="button"
          aria-label={shown ? 'Hide token' : 'Show token'}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="grid size-9 shrink-0 place-items-center rounded-md text-muted hover:text-text"
        >
          <Glyph name={shown ? 'eye-off' : 'eye'} className="size-4" />
        </button>
      }
    />
  );
}
