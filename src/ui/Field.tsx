import { type ComponentProps, type ReactNode, useId } from 'react';

type Props = ComponentProps<'input'> & {
  label: ReactNode;
  hint?: ReactNode;
  /** A sentence that says what is wrong and what to do; it is announced and tied to the field. */
  problem?: string | null;
  /** Stands inside the field, at its end. */
  trailing?: ReactNode;
};

/** A labelled text field with its hint and its problem. */
export function Field({ label, hint, problem = null, trailing, className = '', id, ...input }: Props) {
  const wrong = problem !== null || input['aria-invalid'] === true;
  const ownId = useId();
  const inputId = id ?? ownId;
  const described = [hint ? `${inputId}-hint` : '', problem === null ? '' : `${inputId}-problem`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={className}>
      <label htmlFor={inputId} className="mb-1 block font-medium">
        {label}
      </label>
      <div
        className={`flex items-center rounded-md border bg-surface focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent ${wrong ? 'border-danger' : 'border-line-strong'}`}
      >
        <input
          {...input}
          id={inputId}
          aria-invalid={wrong}
          aria-describedby={described || undefined}
          className="min-h-9 w-full min-w-0 bg-transparent px-3 outline-none placeholder:text-muted max-md:text-lead"
        />
        {trailing}
      </div>
      {hint && (
        <p id={`${inputId}-hint`} className="mt-1 text-small text-muted">
          {hint}
        </p>
      )}
      {problem !== null && (
        <p id={`${inputId}-problem`} role="alert" className="mt-1 text-small text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
