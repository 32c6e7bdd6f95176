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
export function ItemBadges({ item: { stage, dismissedAt, dismissedBy } }: { item: DeletionItem }) {
  const { label, tone } = stageDisplay[stage];
  const reader = dismissedBy === null ? 'closed by a later delete' : `read by ${dismissedBy}`;
  return (
    <span className="flex shrink-0 flex-wrap justify-end gap-1 xl:justify-start">
      <Badge tone={tone}>{label}</Badge>
      {dismissedAt !== null && <Badge>{`${reader}, ${formatTimeOfDay(dismissedAt)}`}</Badge>}
    </span>
  );
}

type DismissProps = { items: readonly LogItem[]; onDismissed?: () => void };

/** The second click of a double click would dismiss what has moved into the place of the first. */
export function DismissButton({ items, onDismissed }: DismissProps) {
  const { mutate: dismiss, isPending } = useDismiss(onDismissed);
  const isMismatch = items[0]?.item.stage === 'mismatch';
  return (
    <Button
      size="small"
      aria-disabled={isPending}
      onClick={({ detail }) => detail < 2 && !isPending && dismiss(items)}
    >
      {isMismatch ? 'I have read this' : 'Dismiss'}
    </Button>
  );
}

type AgainProps = {
  item: DeletionItem;
  row: InstanceRow | undefined;
  onDeleteAgain: (row: RowWithId) => void;
};

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
