import type { DeletionStage } from '../../rules/deletion.ts';
import type { SegmentColor } from '../../ui/SegmentedBar.tsx';

type StageLook = { label: string; color: SegmentColor; tone: 'plain' | 'ok' | 'notice' | 'danger' };

/** The one vocabulary of results, in the order of bars and legends. */
export const stageLooks: Readonly<Record<DeletionStage, StageLook>> = {
  deleted: { label: 'Deleted', color: 'ok', tone: 'ok' },
  accepted: { label: 'Accepted', color: 3, tone: 'ok' },
  gone: { label: 'Not found', color: 5, tone: 'plain' },
  refused: { label: 'Rejected', color: 'danger', tone: 'danger' },
  unknown: { label: 'No clear result', color: 'notice', tone: 'notice' },
  mismatch: { label: 'Wrong workspace', color: 'danger', tone: 'danger' },
  'not-sent': { label: 'Not sent', color: 'muted', tone: 'plain' },
  sending: { label: 'Deleting', color: 0, tone: 'plain' },
  waiting: { label: 'Waiting', color: 'muted', tone: 'plain' },
};
