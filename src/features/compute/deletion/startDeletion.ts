import type { Connection } from '../../../api/Connection.ts';
import type { Deletions } from '../journal/createDeletions.ts';
import type { DeletionEntry } from '../journal/DeletionEntry.ts';
import { targetKey } from '../journal/targetKey.ts';
import { type Confirmed, confirmIntents } from './confirmIntents.ts';
import { sendEntry } from './sendEntry.ts';

/** Sends one confirmed intent; a second one for a target that is on its way joins the first. */
export function startDeletion(
  deletions: Deletions,
  connection: Connection,
  confirmed: Confirmed,
): Promise<DeletionEntry> {
  const running = deletions.inFlight.get(targetKey(confirmed.target));
  if (running !== undefined) return running;
  const [entry] = confirmIntents(deletions, [confirmed]);
  if (entry === undefined) throw new Error('An intent was confirmed and not written down.');
  return sendEntry(deletions, connection, entry);
}
