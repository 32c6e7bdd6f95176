import { Autocomplete } from '@base-ui/react/autocomplete';
import { Search } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { foldText } from '../format/text.ts';
import { toInstanceLinks } from '../instances/listedInstances.ts';
import { toComputeUrl } from '../instances/table/tableView.ts';
import { useInstances } from '../instances/useInstances.ts';
import { paths, screenLabels, screens } from '../paths.ts';
import { useConfig } from '../session/config.ts';
import { useSession } from '../session/useSession.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { changeTheme, type Theme, themeNames } from './theme.ts';

type Command = {
  key: string;
  text: string;
  content: ReactNode;
  run: () => void;
};

type CommandGroup = { value: string; items: readonly Command[] };

/** More results than this help nobody, and thousands of instances would be slow. */
const maxResults = 30;

/** No command deletes anything. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const groups = useCommands();
  const input = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      kind="dialog"
      title={<span className="sr-only">Search</span>}
      onClose={onClose}
      focus={{ initial: input, final: () => document.getElementById('page-heading') }}
      look={{ place: 'top', width: 'wide' }}
    >
      <Autocomplete.Root
        open
        inline
        items={groups}
        limit={maxResults}
        autoHighlight="always"
        keepHighlight
        itemToStringValue={({ text }: Command) => text}
        filter={matchesSearch}
      >
        <Autocomplete.InputGroup className="-mx-5.5 -mt-5 flex items-center gap-3 border-b border-line px-5.5 text-muted has-focus-visible:border-accent">
          <Search size={18} aria-hidden="true" className="shrink-0" />
          <Autocomplete.Input
            ref={input}
            aria-label="Search screens, instances and actions"
            placeholder="Screen, instance or action"
            autoCapitalize="none"
            className="mr-8 min-h-13 min-w-0 flex-1 bg-transparent text-lead text-text outline-none placeholder:text-faint"
          />
        </Autocomplete.InputGroup>
        <Autocomplete.List
          aria-label="Results"
          className="-mx-3 mt-2 -mb-2 max-h-[min(26rem,56dvh)] overflow-y-auto"
        >
          {({ value, items }: CommandGroup) => (
            <Autocomplete.Group key={value} items={items}>
              <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 text-small text-muted">
                {value}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(command: Command) => <PaletteItem key={command.key} command={command} onClose={onClose} />}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
        <Autocomplete.Empty className="py-8 text-center text-muted empty:hidden">
          <span>Nothing found.</span>
        </Autocomplete.Empty>
      </Autocomplete.Root>
    </Dialog>
  );
}

function matchesSearch({ text }: Command, search: string): boolean {
  const foldedText = foldText(text);
  return foldText(search)
    .split(/\s+/)
    .every((word) => foldedText.includes(word));
}

function useCommands(): readonly CommandGroup[] {
  const { workspace, signOut } = useSession();
  const { policy } = useConfig();
  const { rows } = useInstances();
  const navigate = useNavigate();

  function command(text: string, run: () => void): Command {
    return { key: text, text, content: <span>{text}</span>, run };
  }
  function selectFromList() {
    navigate(toComputeUrl(workspace, { open: 'select' }));
  }
  const themeCommands = Object.entries(themeNames).map(([theme, name]) =>
    command(`Theme: ${name}`, () => isTheme(theme) && changeTheme(theme)),
  );
  return [
    {
      value: 'Screens',
      items: screens.map((screen) =>
        command(screenLabels[screen].label, () => navigate(paths.screen(screen, workspace))),
      ),
    },
    {
      value: 'Actions',
      items: [
        ...(policy.readOnly === null ? [command('Select from list…', selectFromList)] : []),
        ...themeCommands,
        command('Sign out', signOut),
      ],
    },
    {
      value: 'Instances',
      items: toInstanceLinks(rows, workspace).map(({ key, label, id, database, href }) => ({
        key,
        text: [label, database, id].join(' '),
        content: (
          <>
            <span className="min-w-0 truncate font-medium">
              <SafeName name={label} />
            </span>
            <span className="min-w-0 truncate text-muted">
              <SafeName name={database} />
            </span>
            <span className="ml-auto min-w-0 truncate font-mono text-small text-muted max-sm:hidden">
              {id !== null && id !== label && <SafeName name={id} />}
            </span>
          </>
        ),
        run: () => navigate(href),
      })),
    },
  ];
}

function isTheme(text: string): text is Theme {
  return text in themeNames;
}

function PaletteItem({ command, onClose }: { command: Command; onClose: () => void }) {
  function runCommand() {
    onClose();
    command.run();
  }
  return (
    <Autocomplete.Item
      value={command}
      onClick={runCommand}
      // Enter runs the highlighted option, so screen readers announce it as selected.
      render={(props, { highlighted }) => (
        <div role="option" tabIndex={-1} {...props} aria-selected={highlighted} />
      )}
      className="flex min-h-9 cursor-pointer items-center gap-x-3 rounded-md px-3 aria-selected:bg-hover aria-selected:outline-1 aria-selected:-outline-offset-1 aria-selected:outline-transparent"
    >
      {command.content}
    </Autocomplete.Item>
  );
}
