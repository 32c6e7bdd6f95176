import type { ComponentProps, MouseEvent, ReactNode } from 'react';

type ButtonProps = ComponentProps<'button'> & {
  variant?: keyof typeof variants;
  size?: 'normal' | 'small';
  icon?: ReactNode;
};

/** Prefer `aria-disabled` to `disabled`, because a focused button that becomes disabled loses the focus. */
export function Button({ variant, size, icon, className = '', children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={`${getButtonClass(variant, size)} ${className}`}>
      {icon}
      {typeof children === 'string' ? <span>{children}</span> : children}
    </button>
  );
}

export function getButtonClass(
  variant: keyof typeof variants = 'plain',
  size: 'normal' | 'small' = 'normal',
): string {
  return `inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control text-control font-medium whitespace-nowrap aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent forced-colors:aria-pressed:underline ${sizes[size]} ${variants[variant]}`;
}

const sizes = { normal: 'min-h-8 px-3 touch:min-h-10', small: 'min-h-7 px-2 touch:min-h-9' } as const;

const variants = {
  primary: 'bg-accent-fill text-on-fill forced-colors:border not-aria-disabled:hover:bg-accent-fill-hover',
  plain: 'border border-line-control bg-surface not-aria-disabled:hover:bg-hover',
  quiet: 'text-muted not-aria-disabled:hover:bg-hover not-aria-disabled:hover:text-text',
  danger: 'bg-danger-fill text-on-fill forced-colors:border not-aria-disabled:hover:bg-danger-fill-hover',
  'danger-quiet': 'text-danger not-aria-disabled:hover:bg-danger-soft',
};

type IconButtonProps = ComponentProps<'button'> & { label: string };

export function IconButton({ label, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`inline-grid size-7 touch:size-10 shrink-0 place-items-center rounded-control text-muted hover:bg-hover hover:text-text ${className}`}
    />
  );
}

/** Marking the text of a button is no click on it. */
export function onTextClick(act: () => void) {
  return {
    // Chromium unmarks it only after a click.
    onMouseDown: ({ button }: MouseEvent) => button === 0 && getSelection()?.removeAllRanges(),
    onClick: ({ detail }: MouseEvent) => (detail === 0 || getSelection()?.isCollapsed) && act(),
  };
}
