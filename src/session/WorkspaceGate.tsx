import { type ReactNode, useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../paths.ts';
import { Notice } from '../ui/notices.tsx';
import { SignIn } from './SignIn.tsx';
import { SessionContext, useSignedIn } from './useSession.ts';
import { VerifyWorkspace } from './VerifyWorkspace.tsx';

/**
 * Shows its children for the workspace in the URL once the token is verified for it. After a 401 they stay mounted, hidden
 * behind the sign-in form.
 */
export function WorkspaceGate({ children }: { children: ReactNode }) {
  const { store, state } = useSignedIn();
  const { connection, verifiedWorkspaces, isRejected } = state;
  useLocation();
  // React Router updates in a transition but the session store updates synchronously, so `useLocation()` can be stale here.
  const workspaceSlug = paths.workspaceOf(window.location.pathname) ?? verifiedWorkspaces[0];
  const session = useMemo(
    () => ({
      workspaceSlug,
      serviceId: store.serviceId,
      verifiedWorkspaces,
      connection,
      isRejected,
      requests: store.requests,
      verifyWorkspace: (slug: string, signal: AbortSignal) => store.verifyWorkspace(connection, slug, signal),
    }),
    [store, workspaceSlug, verifiedWorkspaces, connection, isRejected],
  );
  if (!verifiedWorkspaces.includes(workspaceSlug))
    return <VerifyWorkspace key={workspaceSlug} workspaceSlug={workspaceSlug} />;
  return (
    <SessionContext value={session}>
      <div key={workspaceSlug} inert={isRejected} className={isRejected ? 'hidden' : 'contents'}>
        {children}
      </div>
      {isRejected && (
        <SignIn
          store={store}
          workspaceSlug={workspaceSlug}
          initialFocus="token"
          notice={
            <Notice tone="notice" role="alert" title="Your access token is no longer accepted.">
              <p>Sign in to continue where you left off. No request is repeated automatically.</p>
            </Notice>
          }
        />
      )}
    </SessionContext>
  );
}
