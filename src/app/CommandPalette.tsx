import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { ConsoleConfig } from '../config.ts';
import { Modal } from '../ui/Modal.tsx';
import { type Command, usePaletteCommands } from './commands.ts';
import type { ShellDialog } from './Sidebar.tsx';

type CommandPaletteProps = {
  config: ConsoleConfig;
  onOpen: (dialog: ShellDialog) => void;
  onClose: () => void;
};

/** One field that leads everywhere. It deletes nothing: an instance leads to its details, where Delete asks first. */
export function CommandPalette({ config, onOpen, onClose }: CommandPaletteProps) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  // Not deferred: Enter has to mean what the field says by then.
  const commands = usePaletteCommands(config, search, onOpen);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  // The best result is the chosen one until another is.
  const at = Math.max(
    0,
    commands.findIndex(({ id }) => id === chosen),
  );
  const active = commands[at];

  function run(command: Command) {
    onClose();
    command.run();
  }

  function move(event: KeyboardEvent) {
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1 + commands.length,
      Home: 0,
      End: -1 + commands.length,
    };
    const step = steps[event.key];
    const texts = event.key === 'Home' || event.key === 'End';
    if (event.key === 'Enter' && active !== undefined && !event.nativeEvent.isComposing) {
      event.preventDefault();
      run(active);
    } else if (step !== undefined && commands.length > 0 && !(texts && search !== '')) {
      event.preventDefault();
      setChosen(commands[step % commands.length]?.id ?? null);
    }
  }

  return (
    <Modal
      kind="dialog"
      place="top"
      title={<span className="sr-only">Command palette</span>}
      onClose={onClose}
      initialFocus={input}
    >
      <label className="-mx-5 -mt-5 flex items-center gap-3 border-b border-line px-5 text-muted has-focus-visible:border-accent sm:-mx-6 sm:-mt-6">
        <Search size={18} aria-hidden="true" className="shrink-0" />
        <input
          ref={input}
          role="combobox"
          aria-label="Find a page, an instance, a region or an action"
          aria-expanded={commands.length > 0}
          aria-controls={listId}
          aria-activedescendant={active && `${listId}-${at}`}
          aria-autocomplete="list"
          placeholder="Find a page, an instance, a region, an action…"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            setChosen(null);
          }}
          onKeyDown={move}
          className="min-h-13 min-w-0 flex-1 bg-transparent text-lead text-text outline-none placeholder:text-muted"
        />
        <kbd className="text-small max-sm:hidden">Esc</kbd>
      </label>
      <PaletteList id={listId} commands={commands} activeAt={at} onRun={run} onChoose={setChosen} />
      {commands.length === 0 && <p className="py-8 text-center text-muted">Nothing matches “{search}”.</p>}
    </Modal>
  );
}

type PaletteListProps = {
  id: string;
  commands: readonly Command[];
  activeAt: number;
  onRun: (command: Command) => void;
  onChoose: (id: string) => void;
};

/** The results under their headings. The focus stays in the field; it names the active one of these. */
export function PaletteList({ id, commands, activeAt, onRun, onChoose }: PaletteListProps) {
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
