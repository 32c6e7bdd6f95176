import { useSession } from '../../session/useSession.ts';
import { Notice } from '../../ui/notices.tsx';
import { SafeName } from '../../ui/SafeName.tsx';
import { type InstanceRow, mismatchesOf } from './instanceRow.ts';

/** Warns if the record names a different workspace or database, or shares its ID with another record. */
export function RowWarnings({ row }: { row: InstanceRow }) {
  const { workspaceSlug } = useSession();
  return (
    <div className="mt-3 grid gap-3 empty:hidden">
      {mismatchesOf(row, workspaceSlug).map(({ field, listed, named }) => (
        <Notice key={field} tone="danger" title={`This record names a different ${field}.`}>
          <p>
            It’s listed in <SafeName name={listed} whole />, but the record says{' '}
            <SafeName name={named} whole />. Find out why before you delete it.
          </p>
        </Notice>
      ))}
      {row.isDuplicate && (
        <Notice tone="notice" title="Several records have this ID.">
          <p>
            The service lists more than one record with this ID in <SafeName name={row.databaseName} whole />.
            Only one of them is shown. Find out why before you delete it.
          </p>
        </Notice>
      )}
    </div>
  );
}
