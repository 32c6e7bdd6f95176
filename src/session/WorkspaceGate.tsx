import { type ReactNode, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../paths.ts';
import { Notice } from '../ui/notices.tsx';
import { SignIn } from './SignIn.tsx';
import { SessionContext, useSignedIn } from './useSession.ts';

/** Shows its children for the workspace in the URL, or for the previous one until the token is verified for the new one. */
export function WorkspaceGate({ children }: { children: ReactNode }) {
  const { store, state } = useSignedIn();
  const { connection, verifiedWorkspaces, isRejected } = state;
  useLocation();
  // The session store renders before React Router does, so `useLocation()` can be one URL behind.
  const requestedSlug = paths.workspaceOf(window.location.pathname) ?? verifiedWorkspaces[0];
  const isVerified = verifiedWorkspaces.includes(requestedSlug);
  const [openSlug, setOpenSlug] = useState(verifiedWorkspaces[0]);
  const [isAsking, setAsking] = useState(false);
  if (isVerified && (openSlug !== requestedSlug || isAsking)) {
    setOpenSlug(requestedSlug);
    setAsking(false);
  }
  const previousSlug = verifiedWorkspaces.includes(openSlug) ? openSlug : verifiedWorkspaces[0];
  const workspaceSlug = isVerified ? requestedSlug : previousSlug;
  const unverifiedSlug = isVerified ? null : requestedSlug;
  const isCovered = isRejected || (isAsking && !isVerified);
  const session = useMemo(
    () => ({
      workspaceSlug,
      unverifiedSlug,
      askForToken: () => setAsking(true),
      verifiedWorkspaces,
      connection,
      isRejected,
      requests: store.requests,
      verifyWorkspace: (slug: string, signal: AbortSignal) => store.verifyWorkspace(connection, slug, signal),
    }),
    [store, workspaceSlug, unverifiedSlug, verifiedWorkspaces, connection, isRejected],
  );
  return (
    <SessionContext value={session}>
      {/* The children stay mounted behind the form, so that they keep what was entered. */}
      <div key={workspaceSlug} inert={isCovered} className={isCovered ? 'hidden' : 'contents'}>
        {children}
      </div>
      {isCovered && (
        <SignIn
          store={store}
          workspaceSlug={requestedSlug}
          initialFocus="token"
          notice={isRejected && <RejectedNotice />}
          {...(!isRejected && { onCancel: () => setAsking(false) })}
        />
      )}
    </SessionContext>
  );
}

function RejectedNotice() {
  return (
    <Notice tone="notice" role="alert" title="Your access token is no longer accepted.">
      <p>Sign in to continue where you left off. No request is repeated automatically.</p>
    </Notice>
  );
}
