import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { toIsolatedText } from '../../format/text.ts';
import { formatInstant } from '../../format/time.ts';
import { formatNumber } from '../../format/words.ts';
import { useSession } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions, DialogDescription } from '../../ui/Dialog.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { SafeName } from '../../ui/SafeName.tsx';
import { type Segment, SegmentedBar } from '../../ui/SegmentedBar.tsx';
import { stageLooks } from '../delete/stageLooks.ts';
import { formatInstanceCount, type RowWithId } from '../instanceRow.ts';
import type { TableModel } from '../table/useInstanceTable.ts';
import type { InstanceListQuery, Instances } from '../useInstances.ts';
import { type FindInstancesResult, findInstances } from './findInstances.ts';

function useFoundInstances(text: string, instances: Instances): FindInstancesResult {
  const { rows, byRow: deletionsByRow, refusals } = instances;
  const { workspace } = useSession();
  return useMemo(
    () => findInstances(text, rows, { deletionsByRow, refusals, workspace }),
    [text, rows, deletionsByRow, refusals, workspace],
  );
}

function select({ selected, select: selectKeys, showOnly }: TableModel, rows: readonly RowWithId[]) {
  const keys = rows.map(({ key }) => key);
  selectKeys(keys);
  showOnly([...selected.keys(), ...keys]);
}

type SearchNoticeProps = { text: string; instances: Instances; model: TableModel };

export function InstancesInSearchNotice({ text, instances, model }: SearchNoticeProps) {
  const readText = useDeferredValue(text);
  const { found } = useFoundInstances(readText, instances);
  if (found.length === 0) return null;
  const rows = found.map(({ row }) => row);
  const verb = rows.length === 1 ? 'is' : 'are';
  return (
    <p className="flex flex-wrap items-center justify-center gap-2">
      <span>{`${formatInstanceCount(rows.length)} ${verb} named in this text.`}</span>
      <Button variant="primary" disabled={readText !== text} onClick={() => select(model, rows)}>
        {rows.length === 1 ? 'Select it' : 'Select them'}
      </Button>
    </p>
  );
}

type Props = { instances: Instances; model: TableModel; onClose: () => void };

export function SelectFromListDialog({ instances, model, onClose }: Props) {
  const [text, setText] = useState('');
  /** Keys of the instances that were chosen, by the text that names several. */
  const [choices, setChoices] = useState<ReadonlyMap<string, string>>(new Map());
  // A text may be long, so it is read after the field shows it.
  const readText = useDeferredValue(text);
  const result = useFoundInstances(readText, instances);
  const chosen = result.ambiguous.flatMap(({ text: name, rows }) =>
    rows.filter(({ key }) => key === choices.get(name)),
  );
  const named = new Map([...result.found.map(({ row }) => row), ...chosen].map((row) => [row.key, row]));
  const newRows = [...named.values()].filter(({ key }) => !model.selected.has(key));
  const incompleteLists = instances.lists.filter(({ query }) => query.data?.isComplete !== true);
  return (
    <Dialog kind="dialog" title="Select from list" onClose={onClose} look={{ width: 'wide', place: 'top' }}>
      <DialogDescription>
        <span className="text-muted">
          Paste a ticket, an e-mail or a column. Names and IDs of your instances are found in it. Nothing is
          deleted.
        </span>
      </DialogDescription>
      {incompleteLists.map(({ databaseName, query }) => (
        <p
          key={databaseName}
          role={query.isPending ? 'status' : 'alert'}
          className="mt-2 text-control text-notice"
        >
          <SafeName name={databaseName ?? 'The list'} whole />
          <span>{` ${describeIncompleteList(query)}`}</span>
        </p>
      ))}
      <TextArea
        label="Paste names or IDs"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="mt-3"
      />
      <div role="status" className="mt-3">
        <Result
          hasText={readText.trim() !== ''}
          result={result}
          choices={choices}
          onChoose={(name, key) => setChoices(new Map([...choices, [name, key]]))}
        />
      </div>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          disabled={newRows.length === 0 || readText !== text}
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

function describeIncompleteList({ data, isPending }: InstanceListQuery['query']): string {
  if (isPending) return "is still loading, so its instances can't be found yet.";
  if (data === undefined) return "couldn't be loaded, so its instances can't be found.";
  return "isn't loaded completely, so some of its instances can't be found.";
}

type ResultProps = {
  hasText: boolean;
  result: FindInstancesResult;
  choices: ReadonlyMap<string, string>;
  /** @param key an empty text chooses none */
  onChoose: (text: string, key: string) => void;
};

function Result({ hasText, result: { found, ambiguous, refused, missing }, choices, onChoose }: ResultProps) {
  if (found.length + ambiguous.length + refused.length + missing.length === 0)
    return hasText && <p className="text-control">No listed instance is named in this text.</p>;
  const refusedTitle = refused.every(({ isProtected }) => isProtected) ? 'protected' : "can't be selected";
  const segments = {
    found: { key: 'found', label: 'found', value: found.length, color: 'ok' },
    ambiguous: { key: 'ambiguous', label: 'ambiguous', value: ambiguous.length, color: 'notice' },
    refused: { key: 'refused', label: refusedTitle, value: refused.length, color: 'muted' },
    missing: { key: 'missing', label: 'not in the list', value: missing.length, color: 'danger' },
  } as const;
  return (
    <>
      <SegmentedBar label="Result" height={6} segments={Object.values(segments)} />
      <Group segment={segments.ambiguous} items={ambiguous}>
        {({ text, rows }) => (
          <Choice
            key={text}
            text={text}
            rows={rows}
            chosenKey={choices.get(text) ?? ''}
            onChoose={(key) => onChoose(text, key)}
          />
        )}
      </Group>
      <Group segment={segments.refused} items={refused}>
        {({ row, sentence }) => <Line key={row.key} name={row.label} remark={sentence} />}
      </Group>
      <Group segment={segments.missing} items={missing}>
        {({ text, removal }) => <Line key={text} name={text} remark={describeRemoval(removal)} />}
      </Group>
      <Group segment={segments.found} items={found}>
        {({ row, isDifferentCase }) => (
          <Line
            key={row.key}
            name={row.label}
            database={row.databaseName}
            remark={isDifferentCase ? 'different case' : ''}
          />
        )}
      </Group>
    </>
  );
}

/** Lines of a group, because a ticket rarely has more. */
const maxLines = 50;

type GroupProps<Item> = { segment: Segment; items: readonly Item[]; children: (item: Item) => ReactNode };

function Group<Item>({ segment: { color, label }, items, children }: GroupProps<Item>) {
  if (items.length === 0) return null;
  return (
    <section className="border-b border-line py-2.5 text-control last:border-b-0">
      <h3 className="flex items-center gap-2 font-medium">
        <i data-color={color} className="segment size-2 rounded-full" />
        <span>{`${formatNumber(items.length)} ${label}`}</span>
      </h3>
      <ul className="mt-1 grid gap-1 pl-4">{items.slice(0, maxLines).map(children)}</ul>
      {items.length > maxLines && (
        <p className="mt-1 pl-4 text-muted">{`and ${formatNumber(items.length - maxLines)} more`}</p>
      )}
    </section>
  );
}

function Line({ name, database, remark }: { name: string; database?: string; remark: string }) {
  return (
    <li className="flex flex-wrap justify-between gap-x-4">
      <span className="min-w-0 wrap-anywhere">
        <SafeName name={name} whole />
        {database !== undefined && (
          <span className="ml-2 text-muted">
            <SafeName name={database} whole />
          </span>
        )}
      </span>
      <span className="text-muted">{remark}</span>
    </li>
  );
}

type ChoiceProps = {
  text: string;
  rows: readonly RowWithId[];
  chosenKey: string;
  onChoose: (key: string) => void;
};

/** One name in several places. Their databases tell them apart, or their IDs if one database has several. */
function Choice({ text, rows, chosenKey, onChoose }: ChoiceProps) {
  const hasDatabases = new Set(rows.map(({ databaseName }) => databaseName)).size === rows.length;
  const options = rows.map(({ key, databaseName, id }) => ({
    key,
    name: hasDatabases ? databaseName : `${databaseName}/${id}`,
  }));
  return (
    <li>
      <fieldset className="flex flex-wrap gap-x-3 gap-y-1">
        <legend translate="no" className="float-left wrap-anywhere">{`“${toIsolatedText(text)}”`}</legend>
        {[...options, { key: '', name: 'none' }].map(({ key, name }) => (
          <label key={key} className="inline-flex items-center gap-1.5 text-muted">
            <input
              type="radio"
              name={`choice ${text}`}
              checked={key === chosenKey}
              onChange={() => onChoose(key)}
              className="accent-accent-fill"
            />
            {key === '' ? <span>none</span> : <SafeName name={name} whole />}
          </label>
        ))}
      </fieldset>
    </li>
  );
}

function describeRemoval(removal: FindInstancesResult['missing'][number]['removal']): string {
  if (removal?.outcome == null) return '';
  const time = removal.endedAt === null ? '' : ` ${formatInstant(removal.endedAt)}`;
  return `${stageLooks[removal.outcome.kind].label} here${time}`;
}
