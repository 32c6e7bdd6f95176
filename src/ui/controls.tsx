import { ChevronDown, Search } from 'lucide-react';
import { type KeyboardEventHandler, type RefObject, useEffect, useRef } from 'react';
import { boxClass } from './fields.tsx';

type SearchFieldProps = {
  label: string;
  placeholder: string;
  text: string;
  onTextChange: (text: string) => void;
  inputRef?: RefObject<HTMLInputElement | null>;
  id?: string;
  onKeyDown?: KeyboardEventHandler;
  /** The key that focuses it. */
  shortcut?: string;
};

export function SearchField({
  label,
  placeholder,
  text,
  onTextChange,
  shortcut,
  inputRef,
  ...input
}: SearchFieldProps) {
  return (
    <label
      className={`flex min-h-8 min-w-40 items-center gap-2 px-2.5 text-control ${boxClass} border-line-strong text-faint touch:min-h-10`}
    >
      <Search size={15} aria-hidden="true" className="shrink-0" />
      <input
        {...input}
        ref={inputRef}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => onTextChange(event.target.value)}
        className="peer w-full min-w-0 bg-transparent text-text outline-none placeholder:text-faint touch:text-lead"
      />
      {shortcut !== undefined && (
        <span
          aria-hidden="true"
          className="shrink-0 font-mono text-small peer-not-placeholder-shown:hidden touch:hidden"
        >
          {shortcut}
        </span>
      )}
    </label>
  );
}

type FilterSelectProps<Choice extends string> = {
  label: string;
  allLabel: string;
  choices: readonly Choice[];
  nameOf?: (choice: Choice) => string;
  /** null shows all items. */
  value: Choice | null;
  onChange: (value: Choice | null) => void;
};

export function FilterSelect<Choice extends string>(props: FilterSelectProps<Choice>) {
  const { label, allLabel, choices, nameOf, value, onChange } = props;
  // The selected value is shown even if no item has it, so that the admin sees and clears the filter.
  const shownChoices = value === null || choices.includes(value) ? choices : [value, ...choices];
  return (
    <span className="relative inline-flex max-w-48">
      <select
        aria-label={label}
        value={value ?? ''}
        onChange={(event) => onChange(shownChoices.find((choice) => choice === event.target.value) ?? null)}
        className="min-h-8 w-full appearance-none truncate rounded-control border border-line-control bg-surface pr-8 pl-3 text-control font-medium hover:bg-hover touch:min-h-10"
      >
        <option value="">{allLabel}</option>
        {shownChoices.map((choice) => (
          <option key={choice} value={choice} translate="no">
            {nameOf ? nameOf(choice) : choice}
          </option>
        ))}
      </select>
      <ChevronDown
        size={14}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-muted"
      />
    </span>
  );
}

type CheckboxProps = {
  label: string;
  checked: boolean;
  isMixed?: boolean;
  /** `shift` is true while the Shift key is down, which extends a selection. */
  onToggle: (shift: boolean) => void;
};

export function Checkbox({ label, checked, isMixed = false, onToggle }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  // HTML has no attribute for the mixed state.
  useEffect(() => {
    if (input.current) input.current.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <input
      ref={input}
      type="checkbox"
      aria-label={label}
      checked={checked}
      onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      className="checkbox"
    />
  );
}
