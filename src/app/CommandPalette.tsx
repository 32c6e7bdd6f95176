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

/** Finds pages, instances, regions and actions. */
export function CommandPalette({ onOpen, onClose }: CommandPaletteProps) {
  const [search, setSearch] = useState('');
  const [opener] = useState(() => document.activeElement);
  const focusedRow = opener?.closest<HTMLElement>('tr[data-key]') ?? null;
  // Not deferred: Enter must run the best match for the present text.
  const commands = usePaletteCommands(search, onOpen, focusedRow);
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
            placeholder="Page, instance, region or action"
            autoCapitalize="none"
            className="min-h-13 min-w-0 flex-1 bg-transparent text-lead text-text outline-none placeholder:text-muted"
          />
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
                {(command: Command) => (
                  <PaletteItem key={command.id} command={command} search={search} onRun={run} />
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
        <Autocomplete.Empty className="py-8 text-center text-muted empty:hidden">
          No results for “{search}”.
        </Autocomplete.Empty>
        <p
          aria-hidden="true"
          className="-mx-5 mt-3 -mb-5 flex gap-4 border-t border-line px-5 py-2 text-small text-muted sm:-mx-6 sm:-mb-6 sm:px-6 touch:hidden"
        >
          <span>
            <kbd>↑ ↓</kbd> Move
          </span>
          <span>
            <kbd>↵</kbd> Open
          </span>
          <span>
            <kbd>Esc</kbd> Close
          </span>
        </p>
      </Autocomplete.Root>
    </Modal>
  );
}

type PaletteItemProps = { command: Command; search: string; onRun: (command: Command) => void };

function PaletteItem({ command, search, onRun }: PaletteItemProps) {
  const { label, detail, code, keys } = command;
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
      <bdi className="min-w-0 shrink-0 max-w-[60%] truncate font-medium">
        <Highlighted text={label} search={search} />
      </bdi>
      {detail && (
        <bdi className="min-w-0 truncate text-muted">
          <Highlighted text={detail} search={search} />
        </bdi>
      )}
      {code && (
        <bdi className="ml-auto min-w-0 truncate pl-2 font-mono text-small text-muted max-sm:hidden">
          <Highlighted text={code} search={search} />
        </bdi>
      )}
      {keys && <kbd className="ml-auto shrink-0 text-muted touch:hidden">{keys}</kbd>}
    </Autocomplete.Item>
  );
}

/** A text with the words of the search underlined. */
function Highlighted({ text, search }: { text: string; search: string }) {
  let offset = 0;
  return splitByWords(text, search).map((part, index) => {
    const key = offset;
    offset += part.length;
    return index % 2 === 0 ? (
      part
    ) : (
      <mark key={key} className="bg-transparent font-semibold text-inherit underline underline-offset-3">
        {part}
      </mark>
    );
  });
}

/** Splits a text at the words of a search, in any case. The odd parts are the matches. */
function splitByWords(text: string, search: string): string[] {
  const words = search
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replace(/[^\p{L}\p{N}]/gu, '\\$&'));
  return words.length === 0 ? [text] : text.split(new RegExp(`(${words.join('|')})`, 'i'));
}
