import { Search } from 'lucide-react';
import {
  type ComponentProps,
  type KeyboardEventHandler,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
} from 'react';

type FrameProps = {
  label: ReactNode;
  aside?: string | undefined;
  hint?: ReactNode;
  problem?: ReactNode;
  className?: string | undefined;
  id?: string | undefined;
};

type FieldProps = Omit<ComponentProps<'input'>, keyof FrameProps> & FrameProps & { trailing?: ReactNode };

/** Autocomplete and autocorrection are off, because they could change an ID. */
export function TextField(props: FieldProps) {
  const { label, aside, hint: usualHint, problem, className, id, trailing, ...input } = props;
  // Browsers cut a pasted text silently.
  const isFull = String(input.value).length === input.maxLength;
  const hint = isFull
    ? `At most ${input.maxLength} characters. Check that the end isn't missing.`
    : usualHint;
  return (
    <FieldFrame {...{ label, aside, hint, problem, className, id }}>
      {(aria, box) => (
        <div className={`flex items-center ${box}`}>
          <input
            {...plainText}
            {...input}
            {...aria}
            className="min-h-8 w-full min-w-0 bg-transparent px-2.5 outline-none placeholder:text-faint touch:min-h-10 touch:text-lead"
          />
          {trailing}
        </div>
      )}
    </FieldFrame>
  );
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, keyof FrameProps> & FrameProps;

export function TextArea({ label, aside, hint, problem, className, id, ...area }: TextAreaProps) {
  return (
    <FieldFrame {...{ label, aside, hint, problem, className, id }}>
      {(aria, box) => (
        <textarea
          rows={6}
          {...plainText}
          {...area}
          {...aria}
          className={`w-full px-2.5 py-2 font-mono text-small placeholder:text-faint touch:text-lead ${box}`}
        />
      )}
    </FieldFrame>
  );
}

type DateFieldProps = {
  label: string;
  /** `2025-05-01`. null while no whole date is entered. */
  value: string | null;
  onChange: (value: string | null) => void;
};

export function DateField({ label, value, onChange }: DateFieldProps) {
  return (
    <label
      className={`flex min-h-8 max-w-full flex-wrap items-center gap-x-2 px-2.5 text-control touch:min-h-10 max-sm:flex-1 max-sm:basis-48 ${fieldBoxClass} border-line-strong`}
    >
      <span className="whitespace-nowrap text-muted">{label}</span>
      {/* Without a limit, Chrome lets a year have six digits. */}
      <input
        type="date"
        max="9999-12-31"
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value || null)}
        className="max-w-full min-w-0 grow bg-transparent outline-none touch:text-lead"
      />
    </label>
  );
}

type SearchFieldProps = {
  label: string;
  placeholder: string;
  text: string;
  onTextChange: (text: string) => void;
  inputRef?: RefObject<HTMLInputElement | null>;
  id?: string;
  maxLength?: number;
  onKeyDown?: KeyboardEventHandler<HTMLInputElement>;
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
      className={`flex min-h-8 min-w-40 items-center gap-2 px-2.5 text-control ${fieldBoxClass} border-line-strong text-faint touch:min-h-10`}
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
          className="shrink-0 font-mono text-small peer-not-placeholder-shown:hidden max-md:hidden touch:hidden"
        >
          {shortcut}
        </span>
      )}
    </label>
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

const plainText = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
} as const;

const fieldBoxClass =
  'rounded-control border bg-surface focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent';

type ControlProps = Pick<ComponentProps<'input'>, 'id' | 'aria-invalid' | 'aria-describedby'>;

type FieldFrameProps = FrameProps & { children: (control: ControlProps, box: string) => ReactNode };

function FieldFrame({ label, aside, hint, problem = null, className = '', ...props }: FieldFrameProps) {
  const generatedId = useId();
  const id = props.id ?? generatedId;
  const describedBy = [aside && `${id}-aside`, hint && `${id}-hint`, problem !== null && `${id}-problem`];
  const control: ControlProps = {
    id,
    'aria-invalid': problem !== null,
    'aria-describedby': describedBy.filter(Boolean).join(' ') || undefined,
  };
  return (
    <div className={`grid grid-cols-[auto_minmax(min-content,1fr)] items-end gap-y-1 ${className}`}>
      <label htmlFor={id} className="text-control font-medium">
        <span>{label}</span>
      </label>
      {aside && (
        <span id={`${id}-aside`} className="pl-3 text-right text-control text-faint">
          {aside}
        </span>
      )}
      <div className="col-span-2 contain-inline-size">
        {props.children(
          control,
          `${fieldBoxClass} ${problem === null ? 'border-line-strong' : 'border-danger'}`,
        )}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="col-span-2 text-small text-muted">
          {hint}
        </p>
      )}
      {problem !== null && (
        <p id={`${id}-problem`} role="alert" className="col-span-2 text-small text-danger wrap-anywhere">
          {problem}
        </p>
      )}
    </div>
  );
}
