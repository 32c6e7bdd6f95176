import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useSignedIn } from '../../session/useSession.ts';
import type { DeletionLog } from './deletion/deletionLog.ts';
import { settleOrphans } from './deletion/orphans.ts';
import { createDeletions, DeletionsContext } from './deletion/useDeletions.ts';

type Props = { log: DeletionLog; children: ReactNode };

/** Provides the deletions of a session to all its workspaces. */
export function DeletionsProvider({ log, children }: Props) {
  const { store, state, isCurrent } = useSignedIn();
  const { verifiedWorkspaces } = state;
  const [deletions] = useState(() => createDeletions(log, isCurrent, store.activeWork.begin));
  useEffect(() => settleOrphans(log), [log]);
  const value = useMemo(() => ({ deletions, verifiedWorkspaces }), [deletions, verifiedWorkspaces]);
  return <DeletionsContext value={value}>{children}</DeletionsContext>;
}
