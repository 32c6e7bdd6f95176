import type { SubscriptionRecord } from '../../../api/decodeSubscriptionRecord.ts';
import { runInSlices } from '../rules/runInSlices.ts';
import { runToEnd } from '../rules/runToEnd.ts';
import { digestSteps } from './digestSteps.ts';
import type { HistoryDigest } from './HistoryDigest.ts';

/**
 * The digest of an answer, worked out once however often it is asked for: at once for a short history, as a promise
 * for a long one, which is read in slices.
 */
export function digestHistory(
  records: readonly SubscriptionRecord[],
  workspaceSlug: string,
): HistoryDigest | Promise<HistoryDigest> {
  const known = digests.get(records);
  if (known?.workspaceSlug === workspaceSlug) return known.digest;
  const steps = digestSteps(records, workspaceSlug);
  const digest = records.length <= shortHistory ? runToEnd(steps) : runInSlices(steps);
  digests.set(records, { workspaceSlug, digest });
  return digest;
}

const shortHistory = 1000;

// Held as long as the answer itself is: an answer that the query cache drops takes its digest along.
const digests = new WeakMap<
  readonly SubscriptionRecord[],
  { workspaceSlug: string; digest: HistoryDigest | Promise<HistoryDigest> }
>();
