import { useState } from 'react';
import { useConfig } from '../session/config.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { useNow } from '../ui/time.ts';
import { formatNumber } from '../ui/words.ts';
import { useStartBulkDelete } from './BulkDialog.tsx';
import type { BulkRun } from './bulkDelete.ts';
import { type ContinuePlan, planContinue } from './continueBulk.ts';
import type { DeletableRow, InstanceRow } from './instanceRow.ts';
import { useDeletions } from './useDeletions.ts';

type Props = {
  run: BulkRun;
  currentRows: ReadonlyMap<string, InstanceRow>;
  /** False while a press may be meant for the button that was here before. */
  isArmed: boolean;
  /** Called with the rows if the admin must type the confirmation again. */
  onType: (rows: readonly DeletableRow[]) => void;
};

/**
 * "Continue with N": deletes what a stopped bulk delete didn't send. It appears where a different button was, so it takes no
 * focus, and ignores presses that were meant for that one.
 */
export function ContinueButton({ run, currentRows, isArmed, onType }: Props) {
  const { workspace } = useSession();
  const { policy } = useConfig();
  const { deletions } = useDeletions();
  const startBulk = useStartBulkDelete();
  const [failure, setFailure] = useState<string | null>(null);
  // One click is enough for ten minutes only.
  useNow();
  const plan =
    run.workspace === workspace ? planContinue(run, deletions, currentRows, policy, performance.now()) : null;
  if (plan === null) return null;
  const { rows, leftOut, asksToType, problem } = plan;

  async function continueRun() {
    if (!isArmed || problem !== null) return;
    if (asksToType) return onType(rows);
    const reason = deletions.find(({ bulk }) => bulk === run.id)?.reason ?? '';
    setFailure(await startBulk(rows, { reason, bulk: run.id, acceptsDifferentIds: false }));
  }

  return (
    <>
      <Button variant="danger" onClick={continueRun} aria-disabled={!isArmed || problem !== null}>
        {`Continue with ${formatNumber(rows.length)}${asksToType ? '…' : ''}`}
      </Button>
      {(failure ?? problem) !== null && (
        <p role="alert" className="order-first w-full text-right text-small text-notice">
          {failure ?? problem}
        </p>
      )}
      {leftOut.length > 0 && <LeftOutText leftOut={leftOut} />}
    </>
  );
}

const maxNames = 20;

function LeftOutText({ leftOut }: Pick<ContinuePlan, 'leftOut'>) {
  return (
    <p className="order-first max-h-20 w-full overflow-y-auto text-small text-notice">
      {leftOut.slice(0, maxNames).map(({ id, label }, index) => (
        <span key={id}>
          <span>{index > 0 ? ', ' : ''}</span>
          <SafeName name={label} whole />
        </span>
      ))}
      <span>{leftOut.length > maxNames ? ` and ${leftOut.length - maxNames} more` : ''}</span>
      <span> changed or left the list, so they aren't continued.</span>
    </p>
  );
}
