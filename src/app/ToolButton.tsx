import type { ComponentProps } from 'react';
import type { ShellDialog } from './ShellDialog.ts';
import { shellCode } from './shellCode.ts';

type Props = ComponentProps<'button'> & { dialog: ShellDialog };

/** Opens something of the shell; its code comes while the button is pointed at. */
export function ToolButton({ dialog, className = '', ...rest }: Props) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onPointerEnter={() => void shellCode[dialog].load()}
      onFocus={() => void shellCode[dialog].load()}
      {...rest}
      className={`flex min-h-9 items-center gap-2.5 rounded-md px-2.5 text-muted hover:bg-hover hover:text-text ${className}`}
    />
  );
}
