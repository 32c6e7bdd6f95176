import type { ComponentProps, ReactNode } from 'react';

type Variant = 'primary' | 'plain' | 'quiet' | 'danger' | 'danger-quiet';

type Props = ComponentProps<'button'> & {
  variant?: Variant;
  size?: 'normal' | 'small';
  icon?: ReactNode;
};

/** A button. Prefer `aria-disabled` to `disabled`, because a focused button would lose the focus. */
export function Button({
  variant = 'plain',
  size = 'normal',
  icon,
  className = '',
  children,
  ...rest
}: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={`inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 ${sizes[size]} ${variants[variant]} ${className}`}
    >
      {icon}
      {children}
    </button>
  );
}

const sizes = {
  normal: 'min-h-9 px-3.5 text-body',
  small: 'min-h-7 px-2 text-small',
} as const;

const variants: Record<Variant, string> = {
  primary: 'bg-accent-fill text-on-fill forced-colors:border not-aria-disabled:hover:bg-accent-fill-hover',
  plain: 'border border-line-control bg-surface text-text not-aria-disabled:hover:bg-hover',
  quiet: 'text-accent not-aria-disabled:hover:bg-accent-soft',
  danger: 'bg-danger-fill text-on-fill forced-colors:border not-aria-disabled:hover:bg-danger-fill-hover',
  'danger-quiet': 'text-danger not-aria-disabled:hover:bg-danger-soft',
};
