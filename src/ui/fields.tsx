import { ChevronDown, Search } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';

type FieldProps = ComponentProps<'input'> & {
  label: ReactNode;
  hint?: ReactNode;
  /** The problem of the value and its solution. Screen readers announce the text and read it with the field. */
  problem?: string | null;
  /** A button beside the label. It follows the field in the Tab order. */
  labelButton?: ReactNode;
  /** Content at the end of the field, such as a button. */
  trailing?: ReactNode;
};

/** A text field. By default, autocomplete and autocorrection are off, because they could change an ID. */
export function Field({
  label,
  labelButton,
  hint,
  problem = null,
  trailing,
  className = '',
  id,
  ...input
}: FieldProps) {
  const isInvalid = problem !== null || input['aria-invalid'] === true;
  const generatedId = useId();
  const inputId = id ?? generatedId;
  const descriptionIds = [hint ? `${inputId}-hint` : '', problem === null ? '' : `${inputId}-problem`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={`flex flex-wrap items-center gap-x-1 ${className}`}>
      <label htmlFor={inputId} className="mb-1 max-w-[calc(100%-1.75rem)] font-medium">
        {label}
      </label>
      <div
        className={`order-1 flex basis-full items-center rounded-md border bg-surface focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent ${isInvalid ? 'border-danger' : 'border-line-strong'}`}
      >
        <input
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          id={inputId}
          aria-invalid={isInvalid}
          aria-describedby={descriptionIds || undefined}
          className="min-h-9 w-full min-w-0 bg-transparent px-3 outline-none placeholder:text-muted max-md:text-lead"
        />
        {trailing}
      </div>
      {labelButton && <span className="relative -top-0.5 inline-flex">{labelButton}</span>}
      {hint && (
        <p id={`${inputId}-hint`} className="order-1 mt-1 basis-full text-small text-muted">
          {hint}
        </p>
      )}
      {problem !== null && (
        <p id={`${inputId}-problem`} role="alert" className="order-1 mt-1 basis-full text-small text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}

type FilterSelectProps<Choice extends string> = {
  /** Accessible name, such as "Filter by status". */
  label: string;
  /** The text of the choice that shows all items, such as "All states". */
  allLabel: string;
  choices: readonly Choice[];
  /** Returns the text of a choice; by default the choice itself. */
  nameOf?: (choice: Choice) => string;
  /** The selected choice, or null for all items. */
  value: Choice | null;
  onChange: (value: Choice | null) => void;
};

export function FilterSelect<Choice extends string>(props: FilterSelectProps<Choice>) {
  const { label, allLabel, choices, nameOf, value, onChange } = props;
  // Show the selected value even if no item has it, so that the admin can see and clear the filter.
  const shownChoices = value === null || choices.includes(value) ? choices : [value, ...choices];
  return (
    <span className="relative inline-flex max-w-44">
      <select
        aria-label={label}
        value={value ?? ''}
        onChange={(event) => onChange(shownChoices.find((choice) => choice === event.target.value) ?? null)}
        className="min-h-9 w-full appearance-none truncate rounded-md border border-line-control bg-surface pr-8 pl-3 font-medium not-disabled:hover:bg-hover disabled:opacity-55"
        disabled={shownChoices.length === 0}
      >
        <option value="">{allLabel}</option>
        {shownChoices.map((choice) => (
          <option key={choice} value={choice}>
            {nameOf ? nameOf(choice) : choice}
          </option>
        ))}
      </select>
      <ChevronDown
        size={14}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
      />
    </span>
  );
}

type SearchFieldProps = {
  /** Accessible name, such as "Search regions". */
  label: string;
  placeholder: string;
  text: string;
  onTextChange: (text: string) => void;
  onArrowDown?: () => void;
};

export function SearchField({ label, placeholder, text, onTextChange, onArrowDown }: SearchFieldProps) {
  return (
    <label className="flex h-9 min-w-40 flex-1 max-sm:basis-full items-center gap-2 rounded-md border border-line-control bg-surface px-3 text-muted focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent sm:max-w-72">
      <Search size={16} aria-hidden="true" className="shrink-0" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => onTextChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || onArrowDown === undefined) return;
          // By default, the arrow key would also scroll the list that receives the focus.
          event.preventDefault();
          onArrowDown();
        }}
        className="min-w-0 flex-1 bg-transparent text-text outline-none placeholder:text-muted max-md:text-lead"
      />
    </label>
  );
}

type ChoiceProps<Value extends string> = {
  /** The name of the group, such as "Theme". */
  label: string;
  hint?: ReactNode;
  /** The label of each value. */
  options: Readonly<Record<Value, string>>;
  value: Value;
  onChange: (value: Value) => void;
};

export function Choice<Value extends string>({ label, hint, options, value, onChange }: ChoiceProps<Value>) {
  const name = useId();
  const values: Value[] = [];
  for (const option in options) values.push(option);
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
      <div className="flex flex-wrap gap-1 justify-self-start rounded-md border border-line-control p-0.5">
        {values.map((option) => (
          <label
            key={option}
            className="flex min-h-8 cursor-pointer items-center gap-1.5 rounded-sm px-2.5 text-muted has-checked:bg-accent-soft has-checked:font-medium has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              value={option}
              checked={option === value}
              onChange={() => onChange(option)}
              className="size-3.5 accent-accent outline-none"
            />
            {options[option]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
