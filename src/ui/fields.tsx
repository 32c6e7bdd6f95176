import { type ComponentProps, type ReactNode, useId } from 'react';

type FieldProps = { label: ReactNode; hint?: ReactNode };

type TextFieldProps = ComponentProps<'input'> & FieldProps & { problem?: ReactNode; trailing?: ReactNode };

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

export function TextArea({ label, hint, ...area }: ComponentProps<'textarea'> & FieldProps) {
  const control = useControl(area);
  return (
    <Field {...{ label, hint }} controlId={control.id}>
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

function useControl<Props extends { id?: string | undefined }>(props: Props, problem: ReactNode = null) {
  const generatedId = useId();
  const { id = generatedId } = props;
  const state = { 'aria-invalid': Boolean(problem), 'aria-describedby': `${id}-note` };
  return { ...plainText, ...props, id, ...state };
}

type FrameProps = Pick<TextFieldProps, keyof FieldProps | 'problem' | 'children'> & { controlId: string };

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
