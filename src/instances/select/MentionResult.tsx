import type { ReactNode } from 'react';
import { toIsolatedText } from '../../format/text.ts';
import { formatInstant } from '../../format/time.ts';
import { formatNumber } from '../../format/words.ts';
import type { Deletion } from '../../rules/deletion.ts';
import { SafeName } from '../../ui/SafeName.tsx';
import { type Segment, SegmentedBar } from '../../ui/SegmentedBar.tsx';
import { stageLooks } from '../delete/stageLooks.ts';
import type { RowWithId } from '../instanceRow.ts';
import type { Mentions } from './findMentions.ts';

type Props = {
  mentions: Mentions;
  /** Keys of the chosen instances, by the text that is the name of several. */
  choices: ReadonlyMap<string, string>;
  /** @param key an empty text chooses none */
  onChoose: (text: string, key: string) => void;
};

/** How many instances a text names, and what needs a look. The marks in the text show what was found. */
export function MentionResult({ mentions, choices, onChoose }: Props) {
  const { found, ambiguous, refused, missing, marks, repeats } = mentions;
  if (marks.length === 0) return <p className="text-control">No listed instance is named in this text.</p>;
  const refusedLabel = refused.every(({ isProtected }) => isProtected) ? 'protected' : "can't be selected";
  const segments = {
    found: { key: 'found', label: 'found', value: found.length, color: 'ok' },
    ambiguous: { key: 'ambiguous', label: 'in several places', value: ambiguous.length, color: 'notice' },
    refused: { key: 'refused', label: refusedLabel, value: refused.length, color: 'muted' },
    missing: { key: 'missing', label: 'not in the list', value: missing.length, color: 'danger' },
  } as const;
  const repeated = {
    label: repeats.every((count) => count === 2) ? 'twice' : 'repeated',
    value: repeats.reduce((sum, count) => sum + count - 1, 0),
  };
  const counts = [segments.found, repeated, segments.ambiguous, segments.refused, segments.missing]
    .filter(({ value }) => value > 0)
    .map(({ label, value }) => `${formatNumber(value)} ${label}`);
  return (
    <>
      <p className="mb-1.5 text-control font-semibold">{`${formatNumber(marks.length)} named: ${counts.join(', ')}`}</p>
      <SegmentedBar label="Result" height={6} segments={Object.values(segments)} />
      <Group segment={segments.found} remark={describeDatabases(found)} />
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
        {({ row, message }) => <Line key={row.key} name={row.label} remark={message} />}
      </Group>
      <Group segment={segments.missing} items={missing}>
        {({ text, removal }) => <Line key={text} name={text} remark={describeRemoval(removal)} />}
      </Group>
    </>
  );
}

function describeRemoval(removal: Deletion | null): string {
  if (removal === null) return '';
  const time = removal.endedAt === null ? '' : ` ${formatInstant(removal.endedAt)}`;
  return `${stageLooks[removal.stage].label}${time}`;
}

/** Such as "in orders 2, analytics 1". */
function describeDatabases(rows: readonly RowWithId[]): string {
  const groups = Map.groupBy(rows, ({ databaseName }) => toIsolatedText(databaseName));
  return `in ${Array.from(groups, ([name, { length }]) => `${name} ${formatNumber(length)}`).join(', ')}`;
}

type GroupProps<Item> = {
  segment: Segment;
  remark?: string;
  items?: readonly Item[];
  children?: (item: Item) => ReactNode;
};

/** Lines of a group, because a ticket rarely has more. */
const maxLines = 50;

function Group<Item>({ segment: { color, label, value }, remark, items = [], children }: GroupProps<Item>) {
  if (value === 0) return null;
  return (
    <section className="border-b border-line py-2.5 text-control last:border-b-0">
      <div className="flex flex-wrap items-center gap-2">
        <i data-color={color} className="segment size-2 rounded-full" />
        <h3 className="font-medium">{`${formatNumber(value)} ${label}`}</h3>
        {remark && <span className="text-muted wrap-anywhere">{remark}</span>}
      </div>
      {children && <ul className="mt-1 grid gap-1 pl-4">{items.slice(0, maxLines).map(children)}</ul>}
      {items.length > maxLines && (
        <p className="mt-1 pl-4 text-muted">{`and ${formatNumber(items.length - maxLines)} more`}</p>
      )}
    </section>
  );
}

function Line({ name, remark }: { name: string; remark: string }) {
  return (
    <li className="flex flex-wrap justify-between gap-x-4">
      <span className="min-w-0">
        <SafeName name={name} whole />
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

/** Their databases tell the instances apart, or their IDs if a database has several. */
function Choice({ text, rows, chosenKey, onChoose }: ChoiceProps) {
  const hasDatabases = new Set(rows.map(({ databaseName }) => databaseName)).size === rows.length;
  const options = rows.map(({ key, databaseName, id }) => {
    return { key, name: hasDatabases ? databaseName : `${databaseName}/${id}` };
  });
  return (
    <li>
      <fieldset className="flex flex-wrap justify-end gap-x-3 gap-y-1">
        <legend
          translate="no"
          className="float-left mr-auto wrap-anywhere"
        >{`“${toIsolatedText(text)}”`}</legend>
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
