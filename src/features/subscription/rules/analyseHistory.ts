import type { SubscriptionRecord } from '../../../api/decodeSubscriptionRecord.ts';
import { analyseSteps } from './analyseSteps.ts';
import type { HistoryEntry } from './HistoryEntry.ts';
import { runToEnd } from './runToEnd.ts';

/**
 * Turns the service's records into entries, one a record and in the service's order; O(n log n), never throws.
 * It does not depend on the time of day: `stateAt` says what an entry is at a moment. All moments are ms UTC.
 * @param records the answer of operation 4.2 of the service document, as decoded
 * @param workspaceSlug the workspace asked for
 *
 * Ends, since nothing says how they are meant: a stated end that lies a second or less before a later start, or
 * means "through that day" and that start falls into it, ends there: no gap, no overlap. An open end lasts until a
 * later record starts (`superseded`), because a workspace has one level and stores seldom close the old record.
 */
export function analyseHistory(
  records: readonly SubscriptionRecord[],
  workspaceSlug: string,
): readonly HistoryEntry[] {
  return runToEnd(analyseSteps(records, workspaceSlug));
}
