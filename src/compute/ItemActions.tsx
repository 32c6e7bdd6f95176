import { Link } from 'react-router-dom';
import { formatTimeOfDay } from '../format/time.ts';
import { paths } from '../paths.ts';
import type { Deletion, DeletionItem } from '../rules/deletion.ts';
import { useConfig } from '../session/pageData.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Badge } from '../ui/notices.tsx';
import { createEvidence } from './evidence.ts';
import { hasId, type InstanceRow, isSameInstance, type LogItem, type RowWithId } from './instanceRow.ts';
import { stageDisplay } from './outcomes.ts';
import { useDismiss } from './useDeletionLog.ts';

/** The colour of a result never changes. A second, plain badge says who has read it. */
export function ItemBadges({ item }: { item: DeletionItem }) {
  const { label, tone } = stageDisplay[item.stage];
  return (
    <span className="flex shrink-0 flex-wrap justify-end gap-1">
      <Badge tone={tone}>{label}</Badge>
      {item.dismissedAt !== null && (
        <Badge>{`${item.dismissedBy === null ? 'closed by a later delete' : `read by ${item.dismissedBy}`}, ${formatTimeOfDay(item.dismissedAt)}`}</Badge>
      )}
    </span>
  );
}

function canDismiss({ stage, dismissedAt }: DeletionItem): boolean {
  return dismissedAt === null && (stage === 'unknown' || stage === 'mismatch' || stage === 'gone');
}

type Props = { logItem: LogItem; row: InstanceRow | undefined; onDeleteAgain: (row: RowWithId) => void };

export function ItemActions({ logItem, row, onDeleteAgain }: Props) {
  const { mutate: dismiss, isPending } = useDismiss();
  const { item } = logItem;
  return (
    <>
      {canDismiss(item) && (
        <Button size="small" aria-disabled={isPending} onClick={() => !isPending && dismiss([logItem])}>
          {item.stage === 'mismatch' ? 'I have read this' : 'Dismiss'}
        </Button>
      )}
      <DeleteAgainButton item={item} row={row} onDeleteAgain={onDeleteAgain} />
    </>
  );
}

type AgainProps = Omit<Props, 'logItem'> & { item: DeletionItem };

/** Asks for the whole confirmation of the row as it is listed now. A different instance isn't offered. */
export function DeleteAgainButton({ item, row, onDeleteAgain }: AgainProps) {
  const isOpen = item.stage === 'unknown' && item.dismissedAt === null;
  if (!isOpen || row === undefined || !hasId(row)) return null;
  if (row.refusal !== null || !isSameInstance(row, item)) return null;
  return (
    <Button size="small" className="text-danger" onClick={() => onDeleteAgain(row)}>
      Delete again…
    </Button>
  );
}

export function CopyEvidenceButton({ deletion }: { deletion: Deletion }) {
  const { workspace } = useSession();
  const { environment, recovery } = useConfig();
  function write() {
    const url = new URL(paths.deletion(workspace, deletion.id), window.location.href).href;
    return createEvidence(deletion, { environment, recovery, url });
  }
  return <CopyButton label="Copy evidence" variant="button" text={write} />;
}

export function EntryLink({ id }: { id: string }) {
  const { workspace } = useSession();
  return (
    <Link to={paths.deletion(workspace, id)} className="font-medium text-accent hover:underline">
      View
    </Link>
  );
}
