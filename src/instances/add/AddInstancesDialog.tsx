import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type SubmitEvent, useId, useMemo, useRef, useState } from 'react';
import { findTextHazard, toIsolatedText } from '../../format/text.ts';
import { formatNumber } from '../../format/words.ts';
import { instanceKey } from '../../rules/deletion.ts';
import { findPathValueProblem } from '../../rules/servicePath.ts';
import { useSession } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions, DialogDescription } from '../../ui/Dialog.tsx';
import { TextArea, TextField } from '../../ui/fields.tsx';
import { SafeName } from '../../ui/SafeName.tsx';
import { toast } from '../../ui/toasts.tsx';
import { useDeletionContext } from '../delete/useDeletions.ts';
import { formatInstanceCount } from '../instanceRow.ts';
import type { Instances } from '../useInstances.ts';
import { addInstances } from './added.ts';
import { type PastedLine, parsePastedList } from './parsePastedList.ts';

type Props = { instances: Pick<Instances, 'rowsByKey' | 'databases'>; onClose: () => void };

/** Added instances are kept in this browser, and nothing is created. */
export function AddInstancesDialog({ instances: { rowsByKey, databases }, onClose }: Props) {
  const { workspace } = useSession();
  const { storage } = useDeletionContext();
  const queryClient = useQueryClient();
  const [one, setOne] = useState({ database: '', id: '', name: '' });
  const [text, setText] = useState('');
  /** Choices that differ from the default, by index in the list. */
  const [choices, setChoices] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [problems, setProblems] = useState<Problems>({ database: null, id: null });
  const idField = useRef<HTMLInputElement>(null);
  const suggestionsId = useId();

  const defaultDatabase = one.database.trim();
  const list = useMemo(() => parsePastedList(text, workspace), [text, workspace]);
  const lines = useMemo(
    () => judgeLines(list.lines, defaultDatabase, rowsByKey),
    [list, defaultDatabase, rowsByKey],
  );
  const chosen = lines.filter((line) => choices.get(line.index) ?? line.isChosenByDefault);
  const hasOne = one.id.trim() !== '';
  const count = chosen.length + (hasOne ? 1 : 0);

  function changeList(newText: string) {
    setText(newText);
    setChoices(new Map());
  }
  async function readFile({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    if (file) changeList(await file.text());
    target.value = '';
  }
  async function add(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const single = { databaseName: defaultDatabase, id: one.id.trim(), name: one.name.trim() || null };
    const newProblems = hasOne || count === 0 ? findProblems(single, rowsByKey) : noProblems;
    setProblems(newProblems);
    if (newProblems.id !== null) idField.current?.focus();
    if (count === 0 || newProblems.database !== null || newProblems.id !== null) return;
    try {
      await addInstances(storage, workspace, [...(hasOne ? [single] : []), ...chosen]);
      await queryClient.invalidateQueries({ queryKey: ['added', workspace] });
      toast({ text: `Added ${formatInstanceCount(count)} to this list` });
      onClose();
    } catch {
      toast({
        tone: 'danger',
        text: "Couldn't save, because the storage of this browser is full or blocked.",
      });
    }
  }
  const bind = (field: keyof typeof one) => ({
    value: one[field],
    hint: findTextHazard(one[field].trim()) ?? undefined,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setOne({ ...one, [field]: event.target.value }),
  });
  return (
    <Dialog kind="dialog" title="Add instances" onClose={onClose} look={{ width: 'wide', place: 'top' }}>
      <DialogDescription>
        <span className="text-muted">
          Adds existing instances to your list. They're kept in this browser, and nothing is created.
        </span>
      </DialogDescription>
      <form onSubmit={add} noValidate className="mt-3">
        <div className="grid gap-3 sm:grid-cols-[1fr_1.6fr_1fr]">
          <TextField
            label="Database"
            list={suggestionsId}
            problem={problems.database}
            {...bind('database')}
          />
          <TextField label="Instance ID" ref={idField} problem={problems.id} {...bind('id')} />
          <TextField label="Name" aside="optional" {...bind('name')} />
        </div>
        <datalist id={suggestionsId}>
          {databases.map((database) => (
            <option key={database} value={database} />
          ))}
        </datalist>
        <TextArea
          label="Paste a list"
          aside={
            <label className="cursor-default rounded-chip text-accent focus-within:outline-2 focus-within:outline-accent hover:underline">
              <span>Choose a file…</span>
              <input type="file" accept=".csv,.tsv,.txt" onChange={readFile} className="sr-only" />
            </label>
          }
          hint="One ID per line, or CSV with database, id and name. Lines without a database get the one above."
          problem={list.problem}
          rows={4}
          value={text}
          onChange={(event) => changeList(event.target.value)}
          className="mt-4"
        />
        {lines.length > 0 && (
          <ListLines
            lines={lines}
            chosen={new Set(chosen)}
            onToggle={(index, isChosen) => setChoices(new Map([...choices, [index, isChosen]]))}
          />
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" aria-disabled={count === 0}>
            {count === 0 ? 'Add instances' : `Add ${formatInstanceCount(count)}`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

type Problems = { database: string | null; id: string | null };

const noProblems: Problems = { database: null, id: null };

function findProblems(
  { databaseName, id }: { databaseName: string; id: string },
  rowsByKey: Instances['rowsByKey'],
): Problems {
  const databaseProblem = findPathValueProblem(databaseName);
  const idProblem = findPathValueProblem(id);
  const isListed = rowsByKey.has(instanceKey(databaseName, id));
  return {
    database: databaseProblem && `The database name ${databaseProblem}.`,
    id: idProblem ? `The instance ID ${idProblem}.` : isListed ? 'This instance is already listed.' : null,
  };
}

type JudgedLine = { index: number; databaseName: string; id: string; name: string | null } & {
  /** Why it can't be added, or a warning. */
  remark: string | null;
  canAdd: boolean;
  isChosenByDefault: boolean;
};

function judgeLines(
  lines: readonly PastedLine[],
  defaultDatabase: string,
  rowsByKey: Instances['rowsByKey'],
): readonly JudgedLine[] {
  const seenKeys = new Set<string>();
  return lines.map(({ id, name, isSuspicious, ...line }, index) => {
    const databaseName = line.databaseName ?? defaultDatabase;
    const key = instanceKey(databaseName, id);
    const found = findProblems({ databaseName, id }, rowsByKey);
    const repeated = seenKeys.has(key) ? 'Same as an earlier line.' : null;
    const problem = line.problem ?? found.id ?? found.database ?? repeated;
    seenKeys.add(key);
    const warning = isSuspicious ? 'May have been changed by a spreadsheet.' : findTextHazard(id);
    const canAdd = problem === null;
    const remark = problem ?? warning;
    return { index, databaseName, id, name, canAdd, remark, isChosenByDefault: canAdd && !isSuspicious };
  });
}

const maxShownLines = 200;

type LinesProps = {
  lines: readonly JudgedLine[];
  chosen: ReadonlySet<JudgedLine>;
  onToggle: (index: number, isChosen: boolean) => void;
};

function ListLines({ lines, chosen, onToggle }: LinesProps) {
  // The lines that need the admin come first if not all can be shown.
  const ordered = lines.toSorted((a, b) =>
    lines.length <= maxShownLines ? 0 : Number(a.remark === null) - Number(b.remark === null),
  );
  const hiddenCount = Math.max(0, lines.length - maxShownLines);
  return (
    <>
      <ul
        aria-label="Instances in the list"
        className="mt-3 max-h-[34dvh] overflow-y-auto border-y border-line"
      >
        {ordered.slice(0, maxShownLines).map((line) => (
          <li key={line.index} className="border-b border-line last:border-b-0">
            <label className="flex min-h-9 flex-wrap items-center gap-x-3 py-1">
              <input
                type="checkbox"
                className="checkbox"
                aria-label={`Add ${toIsolatedText(line.name ?? line.id)}`}
                disabled={!line.canAdd}
                checked={chosen.has(line)}
                onChange={(event) => onToggle(line.index, event.target.checked)}
              />
              <span className="min-w-0 flex-1 truncate">
                <SafeName name={line.name ?? line.id} />
                {line.name !== null && (
                  <code className="ml-2 text-muted">
                    <SafeName name={line.id} />
                  </code>
                )}
              </span>
              <span className="max-w-40 truncate text-muted">
                <SafeName name={line.databaseName} />
              </span>
              {line.remark !== null && (
                <span className="text-small text-notice max-sm:w-full max-sm:pl-7">{line.remark}</span>
              )}
            </label>
          </li>
        ))}
      </ul>
      {hiddenCount > 0 && (
        <p className="mt-1 text-small text-muted">{`and ${formatNumber(hiddenCount)} more that can be added`}</p>
      )}
    </>
  );
}
