import { Notice } from '../../ui/notices.tsx';
import { type InstanceRow, otherPlaces } from './instanceRow.ts';

/** Says both names where a record names another workspace or database than the one it is listed in. */
export function OtherPlaceNotices({ row, workspaceSlug }: { row: InstanceRow; workspaceSlug: string }) {
  return otherPlaces(row, workspaceSlug).map(({ kind, listed, named }) => (
    <div key={kind} className="mt-3">
      <Notice tone="danger" title={`The record says that it belongs to another ${kind}.`}>
        <p>
          It is listed in the {kind} <bdi>{listed}</bdi>, and its record names the {kind} <bdi>{named}</bdi>.
          Find out why before you delete it.
        </p>
      </Notice>
    </div>
  ));
}
