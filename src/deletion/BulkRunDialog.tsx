import type { InstanceRow } from './instanceRow.ts';

type Props = {
  /** All rows of the open workspace as they are listed now, by key. */
  currentRows: ReadonlyMap<string, InstanceRow>;
};

/**
 * Progress and result of the bulk delete of this page. The shell renders it once, on every screen: it opens by itself when a
 * bulk delete starts, and when the admin clicks `BulkIndicator`.
 */
export function BulkRunDialog(_: Props) {
  return null;
}
