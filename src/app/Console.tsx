import { NuqsAdapter } from 'nuqs/adapters/react-router/v7';
import { addedInstancesQuery, chosenDatabasesQuery } from '../instances/add/added.ts';
import { BulkDelete } from '../instances/bulk/bulkDelete.ts';
import { DeletionLog } from '../instances/delete/log.ts';
import {
  DeletionContext,
  type DeletionContextValue,
  deletionsQuery,
} from '../instances/delete/useDeletions.ts';
import { configStore } from '../session/config.ts';
import { SignedIn } from '../session/SignedIn.tsx';
import type { ActiveSession, SessionStore } from '../session/session.ts';
import type { ServiceStorage } from '../storage.ts';
import { Toasts } from '../ui/toasts.tsx';
import { Screens } from './routes.tsx';
import { Shell } from './Shell.tsx';
import type { AppObjects } from './startApp.ts';

type Props = { session: SessionStore; state: ActiveSession; storage: ServiceStorage };

export function Console({ session, state, storage }: Props) {
  return (
    <SignedIn store={session} state={state}>
      <DeletionContext value={openDeletionContext(session, storage)}>
        <NuqsAdapter>
          <Shell>
            <Screens />
          </Shell>
          <Toasts />
        </NuqsAdapter>
      </DeletionContext>
    </SignedIn>
  );
}

/** Reads what this browser stores, so that the first frame of the console can have rows. */
export async function prefetchStoredData({ session, queryClient, storage }: AppObjects): Promise<void> {
  const state = session.getState();
  if (state.status !== 'signed-in') return;
  const { log } = openDeletionContext(session, storage);
  await Promise.all([
    queryClient.prefetchQuery(deletionsQuery(log, state.workspace)),
    queryClient.prefetchQuery(addedInstancesQuery(storage, state.workspace)),
    queryClient.prefetchQuery(chosenDatabasesQuery(storage, state.workspace)),
  ]);
}

let context: DeletionContextValue | null = null;

/** Created once per page, and outside React, because a bulk delete outlasts a change of workspace. */
function openDeletionContext(session: SessionStore, storage: ServiceStorage): DeletionContextValue {
  if (context?.storage === storage) return context;
  const bulk = new BulkDelete();
  session.subscribe(() => bulk.noteSessionChange());
  context = { storage, log: new DeletionLog(storage, configStore.getState().serviceId), bulk };
  return context;
}
