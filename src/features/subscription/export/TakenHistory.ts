import type { Zone } from '../../../ui/Zone.ts';
import type { HistoryEntry } from '../rules/HistoryEntry.ts';
import type { HistoryDigest } from '../view/HistoryDigest.ts';
import type { HistoryView } from '../view/HistoryView.ts';

/** What is taken along: the records the filter shows, all of them, and what must be known to read them elsewhere. */
export type TakenHistory = {
  workspaceSlug: string;
  zone: Zone;
  view: HistoryView;
  digest: HistoryDigest;
  entries: readonly HistoryEntry[];
  /** ms UTC: the moment the states are true of. */
  now: number;
};
