import { useState } from 'react';
import { formatNumber } from '../format/text.ts';
import { parseInstant, serverClock } from '../format/time.ts';
import { maxItems } from '../rules/deletion.ts';
import type { EpochMs } from '../rules/time.ts';
import { useConfig } from '../session/pageData.ts';
import { DialogDescription } from '../ui/Dialog.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { InstanceFacts, RowWarnings } from './InstanceFacts.tsx';
import {
  findRowChange,
  formatInstanceCount,
  type InstanceRow,
  type RowWithId,
  toTarget,
} from './instanceRow.ts';
import type { InstancesState } from './useInstances.ts';

type Props = { rows: readonly RowWithId[]; instances: InstancesState };

/** What is about to be deleted. The remarks are of the moment in which the dialog was opened. */
export function DeleteFacts({ rows, instances }: Props) {
  const [items] = useState(() => {
    const now = serverClock.read();
    return rows.map((row) => ({ row, remarks: findRemarks(row, instances, now) }));
  });
  const { recovery } = useConfig();
  const [first] = items.length === 1 ? items : [];
  const [question, consequence] =
    first === undefined
      ? [
          'They will be queued for deletion, one after the other. The first doubt stops the rest. ',
          'All their data will be deleted.',
        ]
      : ['The instance will be queued for deletion. ', 'All its data will be deleted.'];
  return (
    <>
      <DialogDescription>
        <span>{question}</span>
        <strong className="font-semibold">{consequence}</strong>
        <span>{` ${recovery ?? "This can't be undone."}`}</span>
      </DialogDescription>
      {first === undefined ? <RowsToDelete items={items} /> : <RowToDelete {...first} />}
    </>
  );
}

type Item = { row: RowWithId; remarks: readonly string[] };

function RowToDelete({ row, remarks }: Item) {
  const sentences = remarks.map((remark) => `${remark[0]?.toUpperCase()}${remark.slice(1)}.`);
  return (
    <>
      <div className="mt-3 grid gap-2 empty:hidden">
        <RowWarnings row={row} />
      </div>
      <InstanceFacts row={row} />
      <p className="mt-2.5 text-control text-notice empty:hidden">{sentences.join(' ')}</p>
    </>
  );
}

/** What needs a look comes first. */
function RowsToDelete({ items }: { items: readonly Item[] }) {
  return (
    <ul
      aria-label="Instances to delete"
      // A cut row says that the list goes on.
      className="mt-3 max-h-[max(7rem,min(17rem,100dvh-34rem))] lines overflow-y-auto rounded-md border border-line"
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
  );
}

/** An instance that is younger than this (ms) may be in use. */
const youngMs = 7 * 24 * 60 * 60_000;

/** What to look at before the instance is deleted, as parts of a sentence. */
export function findRemarks(
  row: InstanceRow,
  { rows, lists }: Pick<InstancesState, 'rows' | 'lists'>,
  now: EpochMs,
): readonly string[] {
  const { record, state, databaseName } = row;
  const created = record?.created == null ? null : parseInstant(record.created);
  const status = record?.status ?? 'READY';
  const list = lists.find((each) => each.databaseName === databaseName || each.databaseName === null);
  const isOnly = rows.filter((each) => each.databaseName === databaseName).length === 1;
  const isUnclear = state?.kind === 'unknown' || state?.kind === 'mismatch';
  const isGone = state?.item.stage === 'gone';
  return [
    record !== null && isOnly && list?.query.data?.isComplete === true
      ? `the only listed instance of ${databaseName}`
      : '',
    created !== null && now - created < youngMs ? 'younger than 7 days' : '',
    status === 'READY' ? '' : `still ${status}`,
    isGone ? 'not found earlier' : '',
    state?.kind === 'still-listed' && !isGone ? 'still listed after a delete' : '',
    isUnclear ? 'an earlier delete has no clear result' : '',
  ].filter(Boolean);
}

/** Our server and nginx take bodies up to 1 MiB. The rest of the body is the reason. */
const maxBytes = 1_000_000;

/** Why these rows can't be deleted as they are now, as a sentence, or null. */
export function findDeleteProblem(
  rows: readonly RowWithId[],
  rowsByKey: ReadonlyMap<string, InstanceRow>,
): string | null {
  const [first] = rows;
  const problemOf = (row: RowWithId) => {
    const current = rowsByKey.get(row.key);
    return findRowChange(row, current) ?? current?.refusal?.message ?? null;
  };
  if (first !== undefined && rows.length === 1) return problemOf(first);
  if (rows.length > maxItems) return `A deletion can have at most ${formatInstanceCount(maxItems)}.`;
  const blockedCount = rows.filter((row) => problemOf(row) !== null).length;
  if (blockedCount > 0)
    return `${formatNumber(blockedCount)} of them changed or can't be deleted now. Close this and check the selection.`;
  const bytes = new TextEncoder().encode(JSON.stringify(rows.map(toTarget))).length;
  return bytes > maxBytes ? 'Their names and IDs are too long for one deletion. Select fewer.' : null;
}
