import { Notice } from '../../ui/notices.tsx';
import { type InstanceRow, mismatchesOf } from './instanceRow.ts';

/** Warns if the record names a different workspace or database, or shares its ID with another record. */
export function RowWarnings({ row, workspaceSlug }: { row: InstanceRow; workspaceSlug: string }) {
  return (
    <>
      {mismatchesOf(row, workspaceSlug).map(({ field, listed, named }) => (
        <div key={field} className="mt-3">
          <Notice tone="danger" title={`This record names a different ${field}.`}>
            <p>
              It’s listed in <bdi>{listed}</bdi>, but the record says <bdi>{named}</bdi>. Find out why before
              you delete it.
            </p>
          </Notice>
        </div>
      ))}
      {row.isDuplicate && (
        <div className="mt-3">
          <Notice tone="notice" title="Several records have this ID.">
            <p>
              The service lists more than one record with this ID in <bdi>{row.databaseName}</bdi>. Only one
              of them is shown. Find out why before you delete it.
            </p>
          </Notice>
        </div>
      )}
    </>
  );
}
