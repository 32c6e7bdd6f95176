import { lazyPart } from '../../ui/lazyPart.tsx';
import { dialogCode } from './dialogCode.ts';

/** The code of what stands on Compute now and then. */
export const pageCode = {
  dialogs: lazyPart(async () => (await import('./ComputeDialogs.tsx')).ComputeDialogs),
  alerts: lazyPart(async () => (await import('./deletion/OutcomeAlerts.tsx')).OutcomeAlerts),
  running: lazyPart(async () => (await import('./deletion/RunningDeletions.tsx')).RunningDeletions),
  /** All that asking for a deletion and telling its outcome takes: once it has been confirmed, the line may drop. */
  prepare: (dialog: 'delete' | 'bulk' | 'add' | 'details' | 'activity') =>
    Promise.all([
      pageCode.dialogs.load(),
      dialogCode[dialog].load(),
      pageCode.alerts.load(),
      pageCode.running.load(),
    ]),
};
