import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { formatDay, parseInstant } from '../../format/time.ts';
import { formatNumber } from '../../format/words.ts';
import { assignHues } from '../../ui/hues.ts';
import { SafeName } from '../../ui/SafeName.tsx';
import { Legend, SegmentedBar } from '../../ui/SegmentedBar.tsx';
import { Fact, Facts } from '../InstanceFacts.tsx';
import type { InstanceRow, RowWithId } from '../instanceRow.ts';

const maxOpenRows = 8;
const youngMs = 7 * 24 * 60 * 60_000;

type Props = {
  rows: readonly RowWithId[];
  hiddenKeys: ReadonlySet<string>;
  currentRows: ReadonlyMap<string, InstanceRow>;
};

export function BulkSelectionSummary({ rows, hiddenKeys, currentRows }: Props) {
  const [isOpen, setOpen] = useState(rows.length <= maxOpenRows);
  const byDatabase = [...Map.groupBy(rows, ({ databaseName }) => databaseName)];
  const hues = assignHues([...currentRows.values(), ...rows].map(({ databaseName }) => databaseName));
  const segments = byDatabase.map(([databaseName, { length }]) => ({
    key: databaseName,
    label: databaseName,
    value: length,
    color: hues.get(databaseName) ?? 0,
  }));
  const dated = sortByDate(rows);
  const [oldest, newest] = [dated[0], dated.at(-1)];
  const hiddenFirst = rows.toSorted((a, b) => Number(hiddenKeys.has(b.key)) - Number(hiddenKeys.has(a.key)));
  return (
    <>
      <div className="mt-3.5">
        <SegmentedBar label="Databases" segments={segments} />
        <div className="mt-1">
          <Legend segments={segments} />
        </div>
      </div>
      {oldest && newest && (
        <Facts>
          <Fact name="Oldest">
            <DatedName {...oldest} />
          </Fact>
          <Fact name="Newest">
            <DatedName {...newest} isNewest />
          </Fact>
        </Facts>
      )}
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="mt-2.5 flex items-center gap-1 self-start rounded-chip py-0.5 text-control text-accent"
      >
        <ChevronRight
          size={14}
          aria-hidden="true"
          className={`shrink-0 transition-transform ${isOpen ? 'rotate-90' : ''}`}
        />
        <span>{`Show all ${formatNumber(rows.length)} with their IDs`}</span>
      </button>
      {isOpen && (
        <ul
          aria-label="Instances to delete"
          className="mt-1.5 max-h-[calc(100dvh-40rem)] min-h-24 shrink-0 divide-y divide-line overflow-y-auto rounded-md border border-line"
        >
          {hiddenFirst.map(({ key, label, id, databaseName }) => (
            <li key={key} className="px-3 py-1">
              <div className="flex items-baseline gap-3 leading-4.5">
                <span className="min-w-0 flex-1 truncate text-control font-medium">
                  <SafeName name={label} />
                </span>
                {hiddenKeys.has(key) && <span className="shrink-0 text-small text-notice">not shown</span>}
                <span className="max-w-[35%] truncate text-small text-muted">
                  <SafeName name={databaseName} />
                </span>
              </div>
              <div className="font-mono text-small text-muted">
                <SafeName name={id} whole />
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type Dated = { row: RowWithId; created: number };

function sortByDate(rows: readonly RowWithId[]): Dated[] {
  const dated = rows.map((row) => ({ row, created: parseInstant(row.record?.created ?? '') }));
  return dated.filter((each): each is Dated => each.created !== null).sort((a, b) => a.created - b.created);
}

/** The newest is amber if it is younger than 7 days or not ready. */
function DatedName({ row, created, isNewest = false }: Dated & { isNewest?: boolean }) {
  const status = row.record?.status ?? null;
  const isUnready = isNewest && status !== null && status !== 'READY';
  const isYoung = isNewest && Date.now() - created < youngMs;
  return (
    <span key={row.key} className={isUnready || isYoung ? 'text-notice' : ''}>
      <SafeName name={row.label} whole />
      <span>{` · ${formatDay(created)}`}</span>
      {isYoung && <span> · younger than 7 days</span>}
      {isUnready && (
        <>
          <span> · still </span>
          <SafeName name={status} />
        </>
      )}
    </span>
  );
}
