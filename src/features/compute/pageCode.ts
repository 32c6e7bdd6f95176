import { dialogCode } from './dialogCode.ts';

/** The code of what stands on Compute now and then. */
export const pageCode = {
  dialogs: () => import('./ComputeDialogs.tsx'),
  alerts: () => import('./OutcomeAlerts.tsx'),
  /** All that asking for a deletion and telling its outcome takes: once it has been confirmed, the line may drop. */
  prepare: (dialog: 'delete' | 'bulk' | 'add') =>
    Promise.all([pageCode.dialogs(), dialogCode[dialog](), pageCode.alerts()]),
};
