import { formatNumber, toBidiIsolatedText } from '../format/text.ts';
import { SafeName } from '../ui/SafeName.tsx';
import { type BarSegment, SegmentedBar } from '../ui/SegmentedBar.tsx';
import type { Finding, FindingKind, Mentions } from './findMentions.ts';
import type { RowWithId } from './instanceRow.ts';
import { uuidPattern } from './readProse.ts';

type Props = {
  mentions: Mentions;
  choices: ReadonlyMap<string, string>;
  /** @param key an empty text chooses none */
  onChoose: (text: string, key: string) => void;
};

const groups: readonly (Pick<BarSegment, 'label' | 'color'> & { key: FindingKind })[] = [
  { key: 'found', label: 'found', color: 'ok' },
  { key: 'ambiguous', label: 'in several places', color: 'notice' },
  { key: 'protected', label: 'protected', color: 'muted' },
  { key: 'refused', label: "can't be selected", color: 'muted' },
  { key: 'missing', label: 'not in the list', color: 'danger' },
];

const maxLines = 50;

export function MentionResult({ mentions: { marks, findings }, choices, onChoose }: Props) {
  if (marks.length === 0) return <p className="text-control">No listed instance is named in this text.</p>;
  const segments = groups.flatMap((group) => {
    const items = findings.filter(({ kind }) => kind === group.key);
    return items.length === 0 ? [] : [{ ...group, items, value: items.length }];
  });
  const repeatCount = marks.length - findings.length;
  const repeated = findings.every(({ count }) => count <= 2) ? 'twice' : 'repeated';
  const counts = segments.map(({ value, label }) => `${formatNumber(value)} ${label}`);
  if (repeatCount > 0)
    counts.splice(segments[0]?.key === 'found' ? 1 : 0, 0, `${formatNumber(repeatCount)} ${repeated}`);
  return (
    <>
      <p className="mb-1.5 text-control font-semibold">{`${formatNumber(marks.length)} named: ${counts.join(', ')}`}</p>
      <SegmentedBar label="Result" height={6} segments={segments} />
      {segments.map(({ key, label, color, items }) => (
        <section key={key} className="border-b border-line py-2.5 text-control last:border-b-0">
          <div className="flex flex-wrap items-center gap-2">
            <i data-color={color} className="segment size-2 rounded-full" />
            <h3 className="font-medium">{`${formatNumber(items.length)} ${label}`}</h3>
            {key === 'found' && <span className="text-muted wrap-anywhere">{describeDatabases(items)}</span>}
          </div>
          {key !== 'found' && (
            <ul className="mt-1 grid gap-1 pl-4">
              {items.slice(0, maxLines).map(({ text, rows, remark }) =>
                key === 'ambiguous' ? (
                  <Choice
                    key={text}
                    text={text}
                    rows={rows}
                    chosenKey={choices.get(text) ?? ''}
                    onChoose={(rowKey) => onChoose(text, rowKey)}
                  />
                ) : (
                  <li key={text} className="flex flex-wrap justify-between gap-x-4">
                    <span
                      className={`min-w-0 ${uuidPattern.test(text) ? 'font-mono text-small leading-5' : ''}`}
                    >
                      <SafeName name={text} whole />
                    </span>
                    <span className="text-muted">{remark}</span>
                  </li>
                ),
              )}
            </ul>
          )}
          {key !== 'found' && items.length > maxLines && (
            <p className="mt-1 pl-4 text-muted">{`and ${formatNumber(items.length - maxLines)} more`}</p>
          )}
        </section>
      ))}
    </>
  );
}

function describeDatabases(found: readonly Finding[]): string {
  const databases = found.flatMap(({ rows }) =>
    rows.map(({ databaseName }) => toBidiIsolatedText(databaseName)),
  );
  const counts = Map.groupBy(databases, (name) => name);
  return `in ${Array.from(counts, ([name, { length }]) => `${name} ${formatNumber(length)}`).join(', ')}`;
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
        >{`“${toBidiIsolatedText(text)}”`}</legend>
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
