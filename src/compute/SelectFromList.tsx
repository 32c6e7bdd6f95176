import { useDeferredValue, useId, useMemo, useState } from 'react';
import { type DeletableRow, formatInstanceCount } from '../deletion/instanceRow.ts';
import { useConfig } from '../session/config.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Dialog, DialogActions, DialogDescription } from '../ui/Dialog.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { formatNumber } from '../ui/words.ts';
import { FindResult, formatResult } from './FindResult.tsx';
import { type FoundInstances, findInstances, type Mark, type MarkKind } from './findInstances.ts';
import type { Instances } from './useInstances.ts';
import type { InstanceTable } from './useInstanceTable.ts';

function useFoundInstances(text: string, { rows, byRow: deletionsByRow }: Instances): FoundInstances {
  const { policy } = useConfig();
  const { workspace } = useSession();
  return useMemo(
    () => findInstances(text, rows, { deletionsByRow, policy, workspace }),
    [text, rows, deletionsByRow, policy, workspace],
  );
}

function select({ selected, select: selectKeys, showOnly }: InstanceTable, rows: readonly DeletableRow[]) {
  const keys = rows.map(({ key }) => key);
  selectKeys(keys);
  showOnly([...selected.keys(), ...keys]);
}

type NamedProps = { text: string; instances: Instances; model: InstanceTable };

/** What to do with a search that finds nothing because it is a pasted list. */
export function NamedInText({ text, instances, model }: NamedProps) {
  const { policy } = useConfig();
  const { found } = useFoundInstances(useDeferredValue(text), instances);
  if (found.length === 0 || policy.readOnly !== null || instances.isLogUnavailable) return null;
  const verb = found.length === 1 ? 'is' : 'are';
  return (
    <p className="flex flex-wrap items-center justify-center gap-2">
      <span>{`${formatInstanceCount(found.length)} ${verb} named in this text.`}</span>
      <Button
        variant="primary"
        onClick={() =>
          select(
            model,
            found.map(({ row }) => row),
          )
        }
      >
        {found.length === 1 ? 'Select it' : 'Select them'}
      </Button>
    </p>
  );
}

type Props = { instances: Instances; model: InstanceTable; onClose: () => void };

/** Finds the instances that a ticket, an e-mail or a column names, and selects them. */
export function SelectFromList({ instances, model, onClose }: Props) {
  const [text, setText] = useState('');
  const readText = useDeferredValue(text);
  /** Keys of the instances that were chosen for texts that name several. */
  const [choices, setChoices] = useState<ReadonlyMap<string, string>>(new Map());
  const result = useFoundInstances(readText, instances);
  const chosen = result.ambiguous.flatMap((each) =>
    each.rows.filter(({ key }) => key === choices.get(each.text)),
  );
  const named = new Map([...result.found.map(({ row }) => row), ...chosen].map((row) => [row.key, row]));
  const newRows = [...named.values()].filter(({ key }) => !model.selected.has(key));
  const failed = instances.lists.filter(({ query }) => query.data === undefined && query.error !== null);

  return (
    <Dialog kind="dialog" title="Select from list" onClose={onClose} look={{ width: 'wide', place: 'top' }}>
      <DialogDescription>
        <span className="text-muted">
          Paste a ticket, an e-mail or a column. Names and IDs of your instances are found in it. Nothing is
          deleted.
        </span>
      </DialogDescription>
      {failed.map(({ databaseName }) => (
        <p key={databaseName} role="alert" className="mt-2 text-control text-notice">
          <SafeName name={databaseName ?? 'The list'} whole />
          <span> couldn't be loaded, so its instances can't be found.</span>
        </p>
      ))}
      <MarkedField text={text} marks={text === readText ? result.marks : []} onTextChange={setText} />
      <div role="status" className="mt-3">
        <FindResult
          result={result}
          choices={choices}
          onChoose={(name, key) => setChoices(new Map([...choices, [name, key]]))}
        />
      </div>
      <DialogActions>
        {result.marks.length > 0 && (
          <span className="mr-auto">
            <CopyButton variant="button" label="Copy result" text={formatResult(result)} />
          </span>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          disabled={newRows.length === 0}
          onClick={() => {
            select(model, newRows);
            onClose();
          }}
        >
          {model.selected.size === 0
            ? `Select ${formatInstanceCount(newRows.length)}`
            : `Add ${formatNumber(newRows.length)} to ${formatNumber(model.selected.size)} selected`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Longer texts are not marked, because each mark is an element. */
const maxMarkedLength = 20_000;

type FieldProps = { text: string; marks: readonly Mark[]; onTextChange: (text: string) => void };

/** A text field whose names are marked. The marks are in a copy of the text behind it, which also gives it its height. */
function MarkedField({ text, marks, onTextChange }: FieldProps) {
  const id = useId();
  const textClass =
    '[grid-area:1/1] min-h-32 px-3 py-2 font-mono text-small leading-5 whitespace-pre-wrap wrap-anywhere touch:text-lead';
  return (
    <>
      <label htmlFor={id} className="mt-3 mb-1 block text-control font-medium">
        Paste names or IDs
      </label>
      <div className="grid max-h-[30dvh] overflow-y-auto rounded-control border border-line-strong bg-surface focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent">
        <div aria-hidden="true" translate="no" className={`${textClass} text-transparent`}>
          {text.length <= maxMarkedLength
            ? splitMarks(text, marks).map(renderPart)
            : text.slice(0, maxMarkedLength)}
        </div>
        <textarea
          id={id}
          value={text}
          onChange={(event) => onTextChange(event.target.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          translate="no"
          className={`${textClass} resize-none overflow-hidden bg-transparent outline-none`}
        />
      </div>
    </>
  );
}

type Part = { text: string; start: number; kind: MarkKind | null };

function splitMarks(text: string, marks: readonly Mark[]): readonly Part[] {
  const parts: Part[] = [];
  let position = 0;
  for (const { start, end, kind } of marks) {
    parts.push({ text: text.slice(position, start), start: position, kind: null });
    parts.push({ text: text.slice(start, end), start, kind });
    position = end;
  }
  // The last line needs a character to have a height.
  return [...parts, { text: `${text.slice(position)}\u200b`, start: position, kind: null }];
}

function renderPart({ text, start, kind }: Part) {
  return (
    <mark
      key={`${start} ${kind}`}
      className={`rounded-[3px] text-inherit ${kind === null ? 'bg-transparent' : markClasses[kind]}`}
    >
      {text}
    </mark>
  );
}

const markClasses: Readonly<Record<MarkKind, string>> = {
  found: 'bg-[color-mix(in_oklab,var(--color-hue-3)_22%,transparent)]',
  ambiguous: 'bg-[color-mix(in_oklab,var(--color-hue-2)_28%,transparent)]',
  refused: 'bg-[color-mix(in_oklab,var(--color-muted)_18%,transparent)]',
  missing: 'bg-transparent underline decoration-danger decoration-wavy underline-offset-3',
};
