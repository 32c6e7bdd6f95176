import type { Connection } from '../../../api/Connection.ts';
import { deleteComputeInstance } from '../../../api/deleteComputeInstance.ts';
import type { Deletions } from '../journal/createDeletions.ts';
import type { DeletionEntry } from '../journal/DeletionEntry.ts';
import { targetKey } from '../journal/targetKey.ts';
import { brokenOutcome } from './brokenOutcome.ts';
import { notSent } from './notSent.ts';
import { settleEntry } from './settleEntry.ts';

/** Sends an entry of the journal: one fetch, one outcome. A target that is on its way already is not sent again. */
export function sendEntry(
  deletions: Deletions,
  connection: Connection,
  entry: DeletionEntry,
): Promise<DeletionEntry> {
  const { inFlight } = deletions;
  const key = targetKey(entry.target);
  if (inFlight.has(key))
    return Promise.resolve(settleEntry(deletions, entry, notSent('It is already being deleted.')));
  deletions.hold();
  const settled = dispatch(deletions, connection, entry)
    .catch((error: unknown) => settleEntry(deletions, entry, brokenOutcome(deletions, entry, error)))
    .finally(() => {
      inFlight.delete(key);
      deletions.release();
    });
  inFlight.set(key, settled);
  return settled;
}

async function dispatch(
  deletions: Deletions,
  connection: Connection,
  entry: DeletionEntry,
): Promise<DeletionEntry> {
  const { tabs, journal } = deletions;
  const key = targetKey(entry.target);
  const outcome = await tabs.alone(key, async () => {
    journal.update(entry.intentKey, { sentAt: Date.now() });
    tabs.tell(key, 'sending');
    const reached = await deleteComputeInstance(connection, entry.target, entry.intentKey);
    tabs.tell(key, reached.kind, entry.intentKey);
    return reached;
  });
  return settleEntry(
    deletions,
    entry,
    outcome ?? notSent('It is being deleted in another tab of this browser.'),
  );
}
