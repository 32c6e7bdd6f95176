import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DeletableRow } from '../deletion/instanceRow.ts';
import type { SegmentColor } from '../ui/hues.ts';
import { SafeName } from '../ui/SafeName.tsx';
import { SegmentedBar } from '../ui/SegmentedBar.tsx';
import { toSafeText } from '../ui/text.ts';
import { formatInstant } from '../ui/time.ts';
import { formatNumber } from '../ui/words.ts';
import type { FoundInstances } from './findInstances.ts';

type Props = {
  result: FoundInstances;
  /** Keys of the instances that were chosen, by the text that names several. */
  choices: ReadonlyMap<string, string>;
  /** @param key an empty text chooses none */
  onChoose: (text: string, key: string) => void;
};

/** Lines of a group, because a ticket rarely has more. */
const maxLines = 50;

/** What a text names, drawn as one bar and in groups. */
export function FindResult({ result: { found, ambiguous, refused, missing }, choices, onChoose }: Props) {
  if (found.length + ambiguous.length + refused.length + missing.length === 0) return null;
  const protectedCount = refused.filter(({ isProtected }) => isProtected).length;
  const refusedTitle = protectedCount === refused.length ? 'protected' : "can't be selected";
  return (
    <>
      <SegmentedBar
        label="Result"
        height={6}
        segments={[
          { key: 'found', label: 'found', value: found.length, color: 'ok' },
          { key: 'ambiguous', label: 'ambiguous', value: ambiguous.length, color: 'notice' },
          { key: 'refused', label: refusedTitle, value: refused.length, color: 'muted' },
          { key: 'missing', label: 'not in the list', value: missing.length, color: 'danger' },
        ]}
      />
      <Group color="ok" count={found.length} title="found" remark={describeFound(found)}>
        {found
          .filter(({ isDifferentCase }) => isDifferentCase)
          .map(({ row }) => (
            <Line key={row.key} name={row.label} remark="different case" />
          ))}
      </Group>
      <Group
        color="notice"
        count={ambiguous.length}
        title={ambiguous.length === 1 ? 'matches several instances' : 'match several instances'}
      >
        {ambiguous.map(({ text, rows }) => (
          <Choice
            key={text}
            text={text}
            rows={rows}
            chosenKey={choices.get(text) ?? ''}
            onChoose={(key) => onChoose(text, key)}
          />
        ))}
      </Group>
      <Group color="lock" count={refused.length} title={refusedTitle}>
        {refused.slice(0, maxLines).map(({ row, sentence }) => (
          <Line key={row.key} name={row.label} remark={sentence} />
        ))}
      </Group>
      <Group color="danger" count={missing.length} title="not in the list">
        {missing.slice(0, maxLines).map(({ text, deletion }) => (
          <Line key={text} name={text} remark={deletion === null ? '' : describeRemoval(deletion)} />
        ))}
      </Group>
    </>
  );
}

type GroupProps = {
  color: SegmentColor | 'lock';
  count: number;
  title: string;
  remark?: string;
  children: ReactNode;
};

function Group({ color, count, title, remark = '', children }: GroupProps) {
  if (count === 0) return null;
  return (
    <section className="border-t border-line py-2.5 text-control [&:nth-of-type(1)]:border-t-0">
      <h3 className="flex items-center gap-2.5">
        {color === 'lock' ? (
          <Lock size={13} aria-hidden="true" className="-mx-0.75 text-muted" />
        ) : (
          <i
            data-color={color}
            className={`size-1.75 rounded-full ${color === 'ok' ? 'bg-(--fill)' : 'border-[1.6px] border-(--fill)'}`}
          />
        )}
        <span className="font-medium">{`${formatNumber(count)} ${title}`}</span>
        {remark !== '' && <span className="text-muted">{remark}</span>}
      </h3>
      <ul className="mt-1 grid gap-1 pl-4.5 empty:hidden">{children}</ul>
    </section>
  );
}

function Line({ name, remark }: { name: string; remark: string }) {
  return (
    <li className="flex flex-wrap justify-between gap-x-4">
      <span className="min-w-0 font-medium wrap-anywhere">
        <SafeName name={name} whole />
      </span>
      <span className="text-muted">{remark}</span>
    </li>
  );
}

type ChoiceProps = {
  text: string;
  rows: readonly DeletableRow[];
  chosenKey: string;
  onChoose: (key: string) => void;
};

/** One name in several places. Their databases tell them apart, or within one database their IDs. */
function Choice({ text, rows, chosenKey, onChoose }: ChoiceProps) {
  const hasDatabases = new Set(rows.map(({ databaseName }) => databaseName)).size === rows.length;
  const options = rows.map(({ key, databaseName, id }) => ({ key, name: hasDatabases ? databaseName : id }));
  return (
    <li>
      <fieldset className="flex flex-wrap justify-between gap-x-4">
        <legend
          translate="no"
          className="float-left font-medium wrap-anywhere"
        >{`“${toSafeText(text)}”`}</legend>
        <span className="ml-auto flex flex-wrap gap-x-3 gap-y-1">
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
        </span>
      </fieldset>
    </li>
  );
}

/** "in orders 2, analytics 2 · one was named twice" */
function describeFound(found: FoundInstances['found']): string {
  const counts = new Map<string, number>();
  for (const { row } of found) counts.set(row.databaseName, (counts.get(row.databaseName) ?? 0) + 1);
  const databases = Array.from(counts, ([name, count]) => `${toSafeText(name)} ${formatNumber(count)}`);
  const repeated = found.filter(({ mentions }) => mentions > 1).length;
  const repetition =
    repeated === 0
      ? ''
      : repeated === 1
        ? ' · one was named twice'
        : ` · ${formatNumber(repeated)} were named twice`;
  return databases.length === 0 ? '' : `in ${databases.join(', ')}${repetition}`;
}

type Removal = NonNullable<FoundInstances['missing'][number]['deletion']>;

function describeRemoval({ outcome, endedAt }: Removal): string {
  const what = outcome?.kind === 'gone' ? 'Not found here' : 'Deleted here';
  return endedAt === null ? what : `${what} ${formatInstant(endedAt)}`;
}

/** The result as text for a ticket. */
export function formatResult({ found, ambiguous, refused, missing }: FoundInstances): string {
  const lines = [
    ...found.map(({ row }) => `found: ${row.databaseName}/${row.label} (${row.id})`),
    ...ambiguous.map(({ text }) => `matches several instances: ${text}`),
    ...refused.map(({ row, sentence }) => `can't be selected: ${row.databaseName}/${row.label}. ${sentence}`),
    ...missing.map(({ text, deletion }) =>
      [`not in the list: ${text}`, deletion === null ? '' : describeRemoval(deletion)]
        .filter(Boolean)
        .join('. '),
    ),
  ];
  return lines.map((line) => toSafeText(line)).join('\n');
}
