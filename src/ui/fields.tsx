import { Search } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  problem?: ReactNode;
};

type TextFieldProps = Omit<ComponentProps<'input'>, keyof FieldProps> & FieldProps & { trailing?: ReactNode };

export function TextField({ label, hint, problem, trailing, ...input }: TextFieldProps) {
  const control = useControl(input, problem);
  return (
    <Field {...{ label, hint, problem }} controlId={control.id}>
      <div className="flex items-center field">
        <input
          {...control}
          className="min-h-8 w-full min-w-0 px-2.5 outline-none touch:min-h-10 touch:text-lead"
        />
        {trailing}
      </div>
    </Field>
  );
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, keyof FieldProps> & FieldProps;

export function TextArea({ label, hint, problem, ...area }: TextAreaProps) {
  const control = useControl(area, problem);
  return (
    <Field {...{ label, hint, problem }} controlId={control.id}>
      <textarea
        rows={6}
        {...control}
        className="w-full px-2.5 py-2 font-mono text-small touch:text-lead field"
      />
    </Field>
  );
}

/** Autocomplete and autocorrection could change an ID. */
const plainText = { autoComplete: 'off', autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false };

function useControl<Props extends { id?: string | undefined }>(props: Props, problem: ReactNode) {
  const generatedId = useId();
  const { id = generatedId } = props;
  const state = { 'aria-invalid': Boolean(problem), 'aria-describedby': `${id}-note` };
  return { ...plainText, ...props, id, ...state };
}

type FrameProps = FieldProps & { controlId: string; children: ReactNode };

function Field({ label, hint, problem, controlId, children }: FrameProps) {
  return (
    <div className="grid gap-y-1">
      <label htmlFor={controlId} className="text-control font-medium">
        {label}
      </label>
      <div className="[contain:inline-size]">{children}</div>
      <p
        id={`${controlId}-note`}
        role={problem ? 'alert' : undefined}
        className={`text-small empty:hidden ${problem ? 'text-danger wrap-anywhere' : 'text-muted'}`}
      >
        {problem || hint}
      </p>
    </div>
  );
}

/** Days such as `2025-05-01`. Null, or an empty text, without a whole date. */
type DayRange = { from: string | null; to: string | null };

type DateFieldsProps = DayRange & { onChange: (change: Partial<DayRange>) => void };

const ends = [
  ['from', 'From'],
  ['to', 'To'],
] as const;

export function DateFields({ onChange, ...range }: DateFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-2 max-sm:basis-full">
      {ends.map(([end, label]) => (
        <label
          key={end}
          className="flex min-h-8 min-w-0 items-center gap-2 px-2.5 text-control touch:min-h-10 max-sm:grid max-sm:gap-0 max-sm:py-1 field"
        >
          <span className="text-muted max-sm:text-small">{label}</span>
          {/* Without a limit, Chrome lets a year have six digits. */}
          <input
            type="date"
            max="9999-12-31"
            value={range[end] ?? ''}
            onChange={({ target }) => onChange({ [end]: target.value || null })}
            className="w-full min-w-0 outline-none touch:text-lead"
          />
        </label>
      ))}
    </div>
  );
}

export function SearchField(input: ComponentProps<'input'>) {
  return (
    <label className="flex min-h-8 min-w-40 items-center gap-2 px-2.5 text-control field text-faint touch:min-h-10">
      <Search size={15} className="shrink-0" />
      <input {...input} type="search" className="w-full min-w-0 text-text outline-none touch:text-lead" />
    </label>
  );
}

type CheckboxProps = {
  label: string;
  checked: boolean;
  isMixed?: boolean;
  /** With the Shift key, a click extends a selection. */
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
