import { useEffect } from 'react';
import type { Command } from './Command.ts';

type Props = {
  id: string;
  commands: readonly Command[];
  activeAt: number;
  onRun: (command: Command) => void;
  onChoose: (id: string) => void;
};

/** The results under their headings. The focus stays in the field; it names the active one of these. */
export function PaletteList({ id, commands, activeAt, onRun, onChoose }: Props) {
  // Scrolling is the browser's business, so it follows after React has drawn.
  useEffect(() => {
    document.getElementById(`${id}-${activeAt}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, activeAt]);
  const groups = [...new Set(commands.map(({ group }) => group))];
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Results"
      className="-mx-3 mt-2 -mb-2 max-h-[min(26rem,56dvh)] overflow-y-auto sm:-mx-4 sm:-mb-3"
    >
      {groups.map((group) => (
        <fieldset key={group} aria-label={group}>
          <p aria-hidden="true" className="px-3 pt-2 pb-1 text-small font-medium text-muted">
            {group}
          </p>
          {commands.map(
            (command, at) =>
              command.group === group && (
                <div
                  key={command.id}
                  id={`${id}-${at}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={at === activeAt}
                  onPointerMove={() => onChoose(command.id)}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => onRun(command)}
                  onKeyDown={(event) => event.key === 'Enter' && onRun(command)}
                  className="flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-3 aria-selected:bg-accent-soft aria-selected:outline-1 aria-selected:-outline-offset-1 aria-selected:outline-transparent"
                >
                  <bdi className="min-w-0 truncate font-medium">{command.label}</bdi>
                  {command.detail && <bdi className="min-w-0 truncate text-muted">{command.detail}</bdi>}
                  {command.keys && <kbd className="ml-auto shrink-0 text-muted">{command.keys}</kbd>}
                </div>
              ),
          )}
        </fieldset>
      ))}
    </div>
  );
}
