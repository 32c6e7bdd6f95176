import { Autocomplete } from '@base-ui/react/autocomplete';
import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { findTextHazards } from '../ui/confusables.ts';
import { Modal } from '../ui/Modal.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { type Command, type CommandGroup, usePaletteCommands } from './commands.ts';
import type { ShellDialog } from './Sidebar.tsx';

export type CommandPaletteProps = {
  search: string;
  onSearch: (search: string) => void;
  onOpenDialog: (dialog: ShellDialog) => void;
  onClose: () => void;
};

export function CommandPalette({ search, onSearch, onOpenDialog, onClose }: CommandPaletteProps) {
  const [opener] = useState(() => document.activeElement);
  const focusedRow = opener?.closest<HTMLElement>('tr[data-key]') ?? null;
  // The search isn't deferred, because Enter must run the best match for the text in the field.
  const { groups, notice } = usePaletteCommands(search, onOpenDialog, focusedRow);
  const input = useRef<HTMLInputElement>(null);

  function runCommand(command: Command) {
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
        // `usePaletteCommands` has already filtered and ranked the commands.
        filter={null}
        autoHighlight="always"
        keepHighlight
        itemToStringValue={({ label }: Command) => label}
        value={search}
        onValueChange={(text, { reason }) => reason !== 'item-press' && onSearch(text)}
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
          {({ value, items }: CommandGroup) => (
            <Autocomplete.Group key={value} items={items}>
              <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 text-small font-medium text-muted">
                {value}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(command: Command) => (
                  <PaletteItem key={command.id} command={command} search={search} onRun={runCommand} />
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
        <Autocomplete.Empty className="py-8 text-center text-muted empty:hidden">
          {notice === null ? `No results for “${search}”.` : `No results for “${search}” yet.`}
        </Autocomplete.Empty>
        {notice !== null && search.trim() !== '' && (
          <p role="status" className="mt-2 px-1 text-small text-muted">
            {notice}
          </p>
        )}
        <p
          aria-hidden="true"
          className="-mx-5 mt-3 -mb-5 flex gap-4 border-t border-line px-5 py-2 text-small text-muted sm:-mx-6 sm:-mb-6 sm:px-6 touch:hidden"
        >
          {keyHints.map(([keys, action]) => (
            <span key={keys}>
              <kbd>{keys}</kbd> {action}
            </span>
          ))}
        </p>
      </Autocomplete.Root>
    </Modal>
  );
}

const keyHints = [
  ['↑ ↓', 'Move'],
  ['↵', 'Open'],
  ['Esc', 'Close'],
] as const;

type PaletteItemProps = { command: Command; search: string; onRun: (command: Command) => void };

function PaletteItem({ command, search, onRun }: PaletteItemProps) {
  const { label, detail, identifier, keys } = command;
  return (
    <Autocomplete.Item
      value={command}
      onClick={() => onRun(command)}
      // Enter runs the highlighted option, so screen readers announce it as selected.
      render={(props, { highlighted }) => (
        <div role="option" tabIndex={-1} {...props} aria-selected={highlighted} />
      )}
      className="flex min-h-9 cursor-pointer items-center gap-x-3 rounded-md max-sm:flex-wrap max-sm:py-1.5 px-3 aria-selected:bg-accent-soft aria-selected:outline-1 aria-selected:-outline-offset-1 aria-selected:outline-transparent"
    >
      <bdi className="min-w-0 shrink-0 max-w-[60%] truncate font-medium">
        <Highlighted text={label} search={search} />
      </bdi>
      {detail && (
        <bdi className="min-w-0 truncate text-muted">
          <Highlighted text={detail} search={search} />
        </bdi>
      )}
      {identifier && (
        <bdi className="min-w-0 truncate font-mono text-small text-muted max-sm:basis-full max-sm:not-has-[mark]:hidden sm:ml-auto sm:pl-2">
          <Highlighted text={identifier} search={search} />
        </bdi>
      )}
      {keys && <kbd className="ml-auto shrink-0 text-muted touch:hidden">{keys}</kbd>}
    </Autocomplete.Item>
  );
}

/** Underlines the words of the search. If the text has hidden characters, shows their codes instead. */
function Highlighted({ text, search }: { text: string; search: string }) {
  if (findTextHazards(text).parts.some(({ kind }) => kind === 'hidden')) return <SafeName name={text} />;
  const words = search.split(/\s+/).filter(Boolean);
  if (words.length === 0) return text;
  const patterns = words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, '\\$&'));
  return <UnderlinedMatches text={text} pattern={new RegExp(patterns.join('|'), 'i')} />;
}

function UnderlinedMatches({ text, pattern }: { text: string; pattern: RegExp }) {
  const match = pattern.exec(text);
  if (match === null) return text;
  const [matchedText] = match;
  return (
    <>
      {text.slice(0, match.index)}
      <mark className="bg-transparent font-semibold text-inherit underline underline-offset-3">
        {matchedText}
      </mark>
      <UnderlinedMatches text={text.slice(match.index + matchedText.length)} pattern={pattern} />
    </>
  );
}
