import { Autocomplete } from '@base-ui/react/autocomplete';
import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { Modal } from '../ui/Modal.tsx';
import { type Command, usePaletteCommands } from './commands.ts';
import type { ShellDialog } from './Sidebar.tsx';

type CommandPaletteProps = {
  onOpen: (dialog: ShellDialog) => void;
  onClose: () => void;
};

/** Finds pages, instances, regions and actions. It deletes nothing. */
export function CommandPalette({ onOpen, onClose }: CommandPaletteProps) {
  const [search, setSearch] = useState('');
  // Not deferred: Enter must run the best match for the present text.
  const commands = usePaletteCommands(search, onOpen);
  const groups = [...new Set(commands.map(({ group }) => group))].map((value) => ({
    value,
    items: commands.filter(({ group }) => group === value),
  }));
  const input = useRef<HTMLInputElement>(null);

  function run(command: Command) {
    onClose();
    command.run();
  }

  return (
    <Modal
      kind="dialog"
      place="top"
      title={<span className="sr-only">Command palette</span>}
      onClose={onClose}
      initialFocus={input}
    >
      <Autocomplete.Root
        open
        inline
        items={groups}
        // The commands are already filtered and ranked.
        filter={null}
        autoHighlight="always"
        keepHighlight
        itemToStringValue={({ label }: Command) => label}
        value={search}
        onValueChange={(text, { reason }) => reason !== 'item-press' && setSearch(text)}
      >
        <Autocomplete.InputGroup className="-mx-5 -mt-5 flex items-center gap-3 border-b border-line px-5 text-muted has-focus-visible:border-accent sm:-mx-6 sm:-mt-6">
          <Search size={18} aria-hidden="true" className="shrink-0" />
          <Autocomplete.Input
            ref={input}
            aria-label="Find a page, an instance, a region or an action"
            placeholder="Find a page, an instance, a region, an action…"
            autoCapitalize="none"
            className="min-h-13 min-w-0 flex-1 bg-transparent text-lead text-text outline-none placeholder:text-muted"
          />
          <kbd className="text-small max-sm:hidden">Esc</kbd>
        </Autocomplete.InputGroup>
        <Autocomplete.List
          aria-label="Results"
          className="-mx-3 mt-2 -mb-2 max-h-[min(26rem,56dvh)] overflow-y-auto sm:-mx-4 sm:-mb-3"
        >
          {({ value, items }: (typeof groups)[number]) => (
            <Autocomplete.Group key={value} items={items}>
              <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 text-small font-medium text-muted">
                {value}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(command: Command) => <PaletteItem key={command.id} command={command} onRun={run} />}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
        <Autocomplete.Empty className="py-8 text-center text-muted empty:hidden">
          Nothing matches “{search}”.
        </Autocomplete.Empty>
      </Autocomplete.Root>
    </Modal>
  );
}

type PaletteItemProps = { command: Command; onRun: (command: Command) => void };

function PaletteItem({ command, onRun }: PaletteItemProps) {
  return (
    <Autocomplete.Item
      value={command}
      onClick={() => onRun(command)}
      // Enter runs the highlighted option.
      render={(props, { highlighted }) => (
        <div role="option" tabIndex={-1} {...props} aria-selected={highlighted} />
      )}
      className="flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-3 aria-selected:bg-accent-soft aria-selected:outline-1 aria-selected:-outline-offset-1 aria-selected:outline-transparent"
    >
      <bdi className="min-w-0 truncate font-medium">{command.label}</bdi>
      {command.detail && <bdi className="min-w-0 truncate text-muted">{command.detail}</bdi>}
      {command.keys && <kbd className="ml-auto shrink-0 text-muted">{command.keys}</kbd>}
    </Autocomplete.Item>
  );
}
