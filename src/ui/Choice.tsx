import { type ReactNode, useId } from 'react';

type Props<Value> = {
  /** What is chosen, as in "Theme". */
  label: string;
  hint?: ReactNode;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
};

/** One of a few, all of them in sight. */
export function Choice<Value extends string>({ label, hint, options, value, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset
      className="grid items-center gap-x-6 gap-y-1.5 sm:grid-cols-[minmax(0,1fr)_auto]"
      aria-describedby={hint ? `${name}-hint` : undefined}
    >
      <legend className="sr-only">{label}</legend>
      <div>
        <p aria-hidden="true" className="font-medium">
          {label}
        </p>
        {hint && (
          <p id={`${name}-hint`} className="text-small text-muted">
            {hint}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-1 justify-self-start rounded-md border border-line-strong p-0.5">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-8 cursor-pointer items-center gap-1.5 rounded-sm px-2.5 text-muted has-checked:bg-accent-soft has-checked:font-medium has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="size-3.5 accent-accent outline-none"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
