import { useState } from 'react';
import { serverClock } from '../format/serverClock.ts';
import { formatNumber } from '../format/text.ts';
import { SafeName } from '../ui/SafeName.tsx';
import { InstanceFacts, RowWarnings } from './InstanceFacts.tsx';
import type { RowWithId } from './instanceRow.ts';
import { findRemarks } from './remarks.ts';
import type { InstancesState } from './useInstances.ts';

type Props = { rows: readonly RowWithId[]; instances: InstancesState };

/** What is about to be deleted. The remarks are of the moment in which the dialog was opened. */
export function DeleteFacts({ rows, instances }: Props) {
  const [items] = useState(() => {
    const now = serverClock.read();
    return rows.map((row) => ({ row, remarks: findRemarks(row, instances, now) }));
  });
  const [first] = items;
  if (first === undefined) return null;
  if (items.length > 1) return <RowsToDelete items={items} />;
  const sentences = first.remarks.map((remark) => `${remark[0]?.toUpperCase()}${remark.slice(1)}.`);
  return (
    <>
      <div className="mt-3 grid gap-2 empty:hidden">
        <RowWarnings row={first.row} />
      </div>
      <InstanceFacts row={first.row} />
      <p className="mt-2.5 text-control text-notice empty:hidden">{sentences.join(' ')}</p>
    </>
  );
}

type Item = { row: RowWithId; remarks: readonly string[] };

/** What needs a look comes first. */
function RowsToDelete({ items }: { items: readonly Item[] }) {
  const lookCount = items.filter(({ remarks }) => remarks.length > 0).length;
  return (
    <>
      {lookCount > 0 && (
        <p className="mt-2.5 text-control font-medium text-notice">
          {`${formatNumber(lookCount)} ${lookCount === 1 ? 'needs' : 'need'} a look`}
        </p>
      )}
      <ul
        aria-label="Instances to delete"
        // A cut row says that the list goes on.
        className="mt-1.5 max-h-[max(7rem,min(17rem,100dvh-34rem))] divide-y divide-line overflow-y-auto rounded-md border border-line"
      >
        {items
          .toSorted((a, b) => Number(b.remarks.length > 0) - Number(a.remarks.length > 0))
          .map(({ row, remarks }) => (
            <li key={row.key} className="flex flex-wrap items-baseline gap-x-3 px-3 py-1 leading-4.5">
              <span className="min-w-0 flex-1 text-control font-medium">
                <SafeName name={row.label} whole />
              </span>
              <span className="text-small text-notice empty:hidden">{remarks.join(', ')}</span>
              <span className="max-w-[35%] truncate text-small text-muted">
                <SafeName name={row.databaseName} />
              </span>
            </li>
          ))}
      </ul>
    </>
  );
}
