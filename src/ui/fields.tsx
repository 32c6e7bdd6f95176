import { ChevronDown, Search } from 'lucide-react';
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';

type FrameProps = {
  label: ReactNode;
  /** A text or button at the right of the label, such as "optional". */
  aside?: ReactNode;
  hint?: ReactNode;
  /** What is wrong with the value, or null. Screen readers announce it and read it with the field. */
  problem?: ReactNode;
  /** True if the label contains a button, so that it can't be a `<label>`. */
  hasButtonInLabel?: boolean;
  className?: string | undefined;
};

type FieldProps = Omit<ComponentProps<'input'>, 'className'> &
  FrameProps & {
    /** Content at the end of the field, such as a button. */
    trailing?: ReactNode;
  };

/** A text field. Autocomplete and autocorrection are off, because they could change an ID. */
export function Field(props: FieldProps) {
  const {
    label,
    aside,
    hint,
    problem = null,
    hasButtonInLabel = false,
    className,
    trailing,
    id,
    ...input
  } = props;
  const frame = useFrame(id, { aside, hint, problem });
  return (
    <FieldFrame {...{ label, aside, hint, problem, hasButtonInLabel, className }} id={frame.id}>
      <div className={`flex items-center ${boxClass} ${frame.border}`}>
        <input
          {...plainText}
          {...input}
          {...frame.aria}
          aria-labelledby={hasButtonInLabel ? `${frame.id}-label` : undefined}
          id={frame.id}
          className="min-h-8 w-full min-w-0 bg-transparent px-2.5 outline-none placeholder:text-faint touch:min-h-10 touch:text-lead"
        />
        {trailing}
      </div>
    </FieldFrame>
  );
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'className'> & FrameProps;

export function TextArea({ label, aside, hint, problem = null, className, id, ...area }: TextAreaProps) {
  const frame = useFrame(id, { aside, hint, problem });
  return (
    <FieldFrame {...{ label, aside, hint, problem, className }} id={frame.id}>
      <textarea
        rows={6}
        {...plainText}
        {...area}
        {...frame.aria}
        id={frame.id}
        className={`w-full px-2.5 py-2 font-mono text-small outline-none placeholder:text-faint touch:text-lead ${boxClass} ${frame.border}`}
      />
    </FieldFrame>
  );
}

const plainText = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
} as const;

const boxClass =
  'rounded-control border bg-surface focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent';

/** The attributes that connect an input with its texts. */
function useFrame(
  givenId: string | undefined,
  { aside, hint, problem }: Pick<FrameProps, 'aside' | 'hint' | 'problem'>,
) {
  const generatedId = useId();
  const id = givenId ?? generatedId;
  const describedBy = [
    typeof aside === 'string' ? `${id}-aside` : '',
    hint ? `${id}-hint` : '',
    problem === null ? '' : `${id}-problem`,
  ];
  return {
    id,
    border: problem === null ? 'border-line-strong' : 'border-danger',
    aria: {
      'aria-invalid': problem !== null,
      'aria-describedby': describedBy.filter(Boolean).join(' ') || undefined,
    },
  };
}

function FieldFrame({
  label,
  aside,
  hint,
  problem,
  hasButtonInLabel = false,
  className = '',
  id,
  children,
}: FrameProps & { id: string; children: ReactNode }) {
  const Label = hasButtonInLabel ? 'span' : 'label';
  return (
    <div className={`grid grid-cols-[auto_minmax(min-content,1fr)] items-end gap-y-1 ${className}`}>
      <Label
        id={`${id}-label`}
        {...(hasButtonInLabel ? {} : { htmlFor: id })}
        className="text-control font-medium"
      >
        {typeof label === 'string' ? <span>{label}</span> : label}
      </Label>
      {/* The button of an aside follows the field in the Tab order. */}
      <div className="order-1 col-span-2">{children}</div>
      {aside && (
        <span id={`${id}-aside`} className="pl-3 text-right text-control text-faint">
          {aside}
        </span>
      )}
      {hint && (
        <p id={`${id}-hint`} className="order-1 col-span-2 text-small text-muted">
          {hint}
        </p>
      )}
      {problem !== null && (
        <p
          id={`${id}-problem`}
          role="alert"
          className="order-1 col-span-2 text-small text-danger wrap-anywhere"
        >
          {problem}
        </p>
      )}
    </div>
  );
}

type SearchFieldProps = {
  /** Accessible name, such as "Search instances". */
  label: string;
  placeholder: string;
  text: string;
  onTextChange: (text: string) => void;
  /** The key that moves the focus here, such as "/". */
  shortcut?: string;
  inputRef?: RefObject<HTMLInputElement | null>;
};

export function SearchField({
  label,
  placeholder,
  text,
  onTextChange,
  shortcut,
  inputRef,
}: SearchFieldProps) {
  return (
    <label
      className={`flex min-h-8 min-w-40 items-center gap-2 px-2.5 text-control ${boxClass} border-line-strong text-faint touch:min-h-10`}
    >
      <Search size={15} aria-hidden="true" className="shrink-0" />
      <input
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
  /** Accessible name, such as "Filter by status". */
  label: string;
  /** The text of the choice that shows all items, such as "All levels". */
  allLabel: string;
  choices: readonly Choice[];
  /** The text of a choice; by default the choice itself. */
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
  /** Accessible name, such as "Select orders-primary". */
  label: string;
  checked: boolean;
  /** True if only some items of a group are checked. */
  isMixed?: boolean;
  /** `shift` is true while the Shift key is down, which extends a selection. */
  onToggle: (shift: boolean) => void;
};

/** A checkbox without a visible label, for a row of a list. */
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
