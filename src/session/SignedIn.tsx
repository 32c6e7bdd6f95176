import { useQueryClient } from '@tanstack/react-query';
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useState,
  useSyncExternalStore,
} from 'react';
import { CurtainContext } from '../ui/useCurtain.ts';
import { createSessionLife } from './createSessionLife.ts';
import type { InsideProps } from './GateProps.ts';
import { proveWorkspace } from './proveWorkspace.ts';
import { SignIn } from './SignIn.tsx';
import { SessionContext } from './useSession.ts';

const SessionWarningDialog = lazy(async () => ({
  default: (await import('./SessionWarningDialog.tsx')).SessionWarningDialog,
}));

/** Another workspace is opened now and then; its code is no part of the first sight. */
const WorkspaceProof = lazy(async () => ({
  default: (await import('./WorkspaceProof.tsx')).WorkspaceProof,
}));

type Props = InsideProps & {
  /** Stays mounted whatever workspace is opened, and while the gate covers the page. */
  around: ComponentType<{
    serviceUrl: string;
    isSignedIn: () => boolean;
    /** Told when something begins to be deleted, and when nothing is any more: no session ends by the clock then. */
    onDeleting: (isDeleting: boolean) => void;
    signOut: () => void;
    /** Given the way to sign out that asks first where that would lose something. */
    children: (signOut: () => void) => ReactNode;
  }>;
  children: ReactNode;
};

/**
 * What stands from sign-in to sign-out. When a token is rejected the page is kept, hidden and inert, behind the gate, and
 * reads again once somebody has signed in.
 */
export function SignedIn({ store, state, config, asked, around: Around, children }: Props) {
  const queryClient = useQueryClient();
  const { serviceUrl, idleMinutes } = config;
  const [life] = useState(() => createSessionLife(store, serviceUrl, idleMinutes * 60_000));
  const warning = useSyncExternalStore(life.subscribe, life.warning);
  const session = store.session();
  const isSignedIn = useCallback(() => store.session() === session, [store, session]);

  const { connection, proved, rejected } = state;
  const latest = proved[0] ?? '';
  const workspaceSlug = asked ?? latest;
  return (
    <CurtainContext value={rejected || warning !== null}>
      <Around
        serviceUrl={serviceUrl}
        isSignedIn={isSignedIn}
        onDeleting={life.setDeleting}
        signOut={life.signOut}
      >
        {(signOut) => (
          <>
            {proved.includes(workspaceSlug) ? (
              <SessionContext
                value={{
                  workspaceSlug,
                  connection,
                  signOut,
                  requests: store.requests,
                  proveWorkspace: (slug) => proveWorkspace(store, queryClient, connection, slug),
                }}
              >
                <div key={workspaceSlug} inert={rejected} className={rejected ? 'hidden' : 'contents'}>
                  {children}
                </div>
                {rejected && <SignIn store={store} config={config} workspaceSlug={workspaceSlug} expired />}
              </SessionContext>
            ) : (
              <Suspense fallback={null}>
                <WorkspaceProof
                  key={workspaceSlug}
                  store={store}
                  config={config}
                  connection={connection}
                  workspaceSlug={workspaceSlug}
                  latest={latest}
                />
              </Suspense>
            )}
            {warning !== null && !rejected && (
              <Suspense fallback={null}>
                <CurtainContext value={false}>
                  <SessionWarningDialog
                    warning={warning}
                    onStay={life.stay}
                    onSignOut={() => {
                      life.stay();
                      signOut();
                    }}
                  />
                </CurtainContext>
              </Suspense>
            )}
          </>
        )}
      </Around>
    </CurtainContext>
  );
}
