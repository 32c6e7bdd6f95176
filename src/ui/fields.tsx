import { Search } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';

type FrameProps = {
  label: ReactNode;
  hint?: ReactNode;
  problem?: ReactNode;
  className?: string | undefined;
  id?: string | undefined;
};

type FieldProps = Omit<ComponentProps<'input'>, keyof FrameProps> & FrameProps & { trailing?: ReactNode };

/** Autocomplete and autocorrection are off, because they could change an ID. */
export function TextField({ label, hint, problem, className, id, trailing, ...input }: FieldProps) {
  return (
    <FieldFrame {...{ label, hint, problem, className, id }}>
      {(control, box) => (
        <div className={`flex items-center ${box}`}>
          <input
            {...plainText}
            {...input}
            {...control}
            className="min-h-8 w-full min-w-0 bg-transparent px-2.5 outline-none touch:min-h-10 touch:text-lead"
          />
          {trailing}
        </div>
      )}
    </FieldFrame>
  );
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, keyof FrameProps> & FrameProps;

export function TextArea({ label, hint, problem, className, id, ...area }: TextAreaProps) {
  return (
    <FieldFrame {...{ label, hint, problem, className, id }}>
      {(control, box) => (
        <textarea
          rows={6}
          {...plainText}
          {...area}
          {...control}
          className={`w-full px-2.5 py-2 font-mono text-small touch:text-lead ${box}`}
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
      className={`flex min-h-8 min-w-0 items-center gap-2 px-2.5 text-control touch:min-h-10 max-sm:grid max-sm:gap-0 max-sm:py-1 ${fieldBoxClass} border-line-strong`}
    >
      <span className="text-muted max-sm:text-small">{label}</span>
      {/* Without a limit, Chrome lets a year have six digits. */}
      <input
        type="date"
        max="9999-12-31"
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value || null)}
        className="w-full min-w-0 bg-transparent outline-none touch:text-lead"
      />
    </label>
  );
}

type SearchFieldProps = ComponentProps<'input'> & {
  label: string;
  text: string;
  onTextChange: (text: string) => void;
};

export function SearchField({ label, text, onTextChange, ...input }: SearchFieldProps) {
  return (
    <label
      className={`flex min-h-8 min-w-40 items-center gap-2 px-2.5 text-control ${fieldBoxClass} border-line-strong text-faint touch:min-h-10`}
    >
      <Search size={15} aria-hidden="true" className="shrink-0" />
      <input
        {...input}
        type="search"
        aria-label={label}
        value={text}
        onChange={(event) => onTextChange(event.target.value)}
        className="w-full min-w-0 bg-transparent text-text outline-none touch:text-lead"
      />
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
  return (
    <input
      // HTML has no attribute for the mixed state.
      ref={(input) => {
        if (input !== null) input.indeterminate = isMixed;
      }}
      type="checkbox"
      aria-label={label}
      checked={checked}
      onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      className="checkbox block size-4 shrink-0 accent-accent-fill"
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

function FieldFrame({ label, hint, problem = null, className = '', id, children }: FieldFrameProps) {
  const generatedId = useId();
  const controlId = id ?? generatedId;
  const noteId = `${controlId}-note`;
  const isInvalid = problem !== null;
  const control = { id: controlId, 'aria-invalid': isInvalid, 'aria-describedby': noteId };
  return (
    <div className={`grid gap-y-1 ${className}`}>
      <label htmlFor={controlId} className="text-control font-medium">
        <span>{label}</span>
      </label>
      <div className="[contain:inline-size]">
        {children(control, `${fieldBoxClass} ${isInvalid ? 'border-danger' : 'border-line-strong'}`)}
      </div>
      {isInvalid ? (
        <p id={noteId} role="alert" className="text-small text-danger wrap-anywhere">
          {problem}
        </p>
      ) : (
        <p id={noteId} className="text-small text-muted empty:hidden">
          {hint}
        </p>
      )}
    </div>
  );
}
