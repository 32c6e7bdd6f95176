import { Ellipsis } from 'lucide-react';
import { useId } from 'react';
import type { ShellDialog } from './ShellDialog.ts';
import { shellTools } from './shellTools.ts';
import { ToolButton } from './ToolButton.tsx';

/** On a phone, where the tools have no room of their own. */
export function MoreMenu({ onOpen }: { onOpen: (dialog: ShellDialog) => void }) {
  const id = useId();
  return (
    <div>
      <button
        type="button"
        popoverTarget={id}
        aria-label="More"
        className="grid size-10 place-items-center rounded-md text-muted hover:bg-hover hover:text-text"
      >
        <Ellipsis size={18} aria-hidden="true" />
      </button>
      <div
        id={id}
        popover="auto"
        className="dropdown min-w-48 rounded-md border border-line bg-raised p-1.5 text-text shadow-float"
      >
        {shellTools.map(({ dialog, label, Icon }) => (
          <ToolButton
            key={dialog}
            dialog={dialog}
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={() => onOpen(dialog)}
            className="min-h-11 w-full"
          >
            <Icon size={18} aria-hidden="true" />
            {label}
          </ToolButton>
        ))}
      </div>
    </div>
  );
}
