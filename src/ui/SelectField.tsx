import { type ComponentProps, type ReactNode, useId } from 'react';

type Props = ComponentProps<'select'> & { label: ReactNode };

/** A labelled choice of one among a few. */
export function SelectField({ label, className = '', children, ...select }: Props) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <select
        {...select}
        id={id}
        className="min-h-[38px] w-full min-w-0 rounded-md border border-line-strong bg-surface px-2.5 max-md:text-lead"
      >
        {children}
      </select>
    </div>
  );
}
