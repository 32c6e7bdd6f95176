import { formatCount } from '../format/text.ts';
import { type EpochMs, parseInstant } from '../format/time.ts';
import {
  type Deletion,
  type DeletionItem,
  type DeletionTarget,
  isOpenItem,
  isUnresolved,
  listLagMs,
  type Protection,
  removesRow,
} from '../rules/deletion.ts';
import type { ComputeInstance } from '../rules/instanceRecord.ts';
import type { Refusal } from '../rules/requests.ts';

export type LogItem = { deletion: Deletion; index: number; item: DeletionItem };

export type InstanceRow = {
  /** Unique within a workspace. A placeholder replaces an ID that is missing or no text. */
  key: string;
  /** Empty if neither the list nor the record names the database. Such a row can't be deleted. */
  databaseName: string;
  /** Null if the record has no ID that is text. Such a row can't be deleted. */
  id: string | null;
  name: string | null;
  /** Typed to delete it alone. The name, or if it is empty, not unique or untypable, the ID, if any. */
  label: string;
  /** Null without a live record in a list: then it was added by hand. */
  record: ComputeInstance | null;
  warnings: readonly RowWarning[];
  /** `requestedAt` of the list. Null if unknown, or without a list. */
  seenAt: EpochMs | null;
  /** The log's item that is open, unclear, or contradicts this row. */
  state: LogItem | null;
  refusal: Refusal | null;
  protection: Protection | null;
};

export type MergedRow = Omit<InstanceRow, 'state' | 'refusal' | 'protection'>;

export type RowWithId = InstanceRow & { id: string };

export type RowWarning = { mark: string; tone: 'notice' | 'danger'; text: string };

export function hasId(row: InstanceRow): row is RowWithId {
  return row.id !== null;
}

/** A row with a warning is deleted alone, because that dialog shows the warning. */
export function isSelectable(row: InstanceRow): row is RowWithId {
  return hasId(row) && row.refusal === null && row.warnings.length === 0;
}

export function formatInstanceCount(count: number): string {
  return formatCount(count, 'instance');
}

export function isLater(date: string | null | undefined, other: string | null | undefined): boolean {
  const [later, earlier] = [parseInstant(date ?? ''), parseInstant(other ?? '')];
  return later !== null && earlier !== null && later > earlier;
}

/** Our server refuses longer texts, and half characters. */
export function toTarget({ databaseName, id: instanceId, name, record }: RowWithId): DeletionTarget {
  const cut = (text: string | null | undefined, length: number) =>
    text
      ?.slice(0, length)
      .replace(/[\ud800-\udbff]$/, '')
      .toWellFormed() ?? null;
  return { databaseName, instanceId, name: cut(name, 512), created: cut(record?.created, 64) };
}

const recordFields = ['status', 'region', 'created', 'apiHost', 'dbHost', 'expandable', 'sharded'] as const;

export function toCsvRows(rows: readonly InstanceRow[]) {
  const header = ['id', 'name', 'database', ...recordFields];
  const fieldsOf = ({ record }: InstanceRow) => recordFields.map((field) => record?.[field] ?? null);
  return [header, ...rows.map((row) => [row.id, row.name, row.databaseName, ...fieldsOf(row)])];
}

export function hasSameNameAndDate(row: RowWithId, target: DeletionTarget): boolean {
  const { name, created } = toTarget(row);
  return name === target.name && created === target.created;
}

/** After a change, the ID of the dialog may belong to a different instance. */
export function findRowChange(shown: RowWithId, latest: InstanceRow | undefined): string | null {
  if (latest === undefined) return 'This instance is no longer in the list.';
  const hasSameWarnings = JSON.stringify(shown.warnings) === JSON.stringify(latest.warnings);
  if (hasId(latest) && hasSameNameAndDate(latest, toTarget(shown)) && hasSameWarnings) return null;
  return 'This instance has changed since you opened this dialog. Close the dialog and check the list.';
}

/** `items` are this row's, oldest first. */
export function findRowState(row: MergedRow, items: readonly LogItem[]): LogItem | 'removed' | null {
  const running = items.findLast(({ item }) => isOpenItem(item));
  if (running !== undefined) return running;
  const removalIndex = items.findLastIndex(({ item }) => removesRow(item.stage));
  const removal = items[removalIndex];
  // A later record is a new instance. So is a row without one, except after `gone`: our server forgets what it deleted.
  const isOfRow = ({ item }: LogItem) => !isLater(row.record?.created, item.created);
  const isCurrent =
    removal !== undefined && isOfRow(removal) && (row.record !== null || removal.item.stage === 'gone');
  // Any item counts: after `deleted`, a second admin may get `gone` from the service, and a list may still be stale.
  if (isCurrent && items.some((each) => isOfRow(each) && isHidden(row, each.item))) return 'removed';
  const open =
    items.findLast(({ item }) => isUnresolved(item)) ??
    // A dismissed mismatch still says that the instance may be of a different workspace.
    items.slice(removalIndex + 1).findLast((each) => each.item.stage === 'mismatch' && isOfRow(each));
  return open ?? (isCurrent ? removal : null);
}

/** Without the time of its list, no row is hidden: it would never come back. */
function isHidden({ seenAt, record }: MergedRow, { stage, endedAt }: DeletionItem): boolean {
  if (endedAt === null || seenAt === null || record === null || !removesRow(stage)) return false;
  return seenAt < endedAt + (stage === 'gone' ? 0 : listLagMs);
}
