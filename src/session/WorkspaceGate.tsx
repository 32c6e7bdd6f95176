import { type ReactNode, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../paths.ts';
import { Notice } from '../ui/notices.tsx';
import { SignIn } from './SignIn.tsx';
import { SessionContext, useSignedIn } from './useSession.ts';

/**
 * Shows its children for the workspace in the URL. Until the token is verified for that workspace, shows the previous
 * workspace.
 */
export function WorkspaceGate({ children }: { children: ReactNode }) {
  const { store, state } = useSignedIn();
  const { connection, verifiedWorkspaces, isRejected } = state;
  // Call the hook only to re-render when the URL changes. It can return the previous URL, because the session store
  // updates before the router does.
  useLocation();
  const requestedSlug = paths.workspaceOf(window.location.pathname) ?? verifiedWorkspaces[0];
  const isVerified = verifiedWorkspaces.includes(requestedSlug);
  const [shownSlug, setShownSlug] = useState(verifiedWorkspaces[0]);
  const [isAskingForToken, setAskingForToken] = useState(false);
  if (isVerified && (shownSlug !== requestedSlug || isAskingForToken)) {
    setShownSlug(requestedSlug);
    setAskingForToken(false);
  }
  const previousSlug = verifiedWorkspaces.includes(shownSlug) ? shownSlug : verifiedWorkspaces[0];
  const workspaceSlug = isVerified ? requestedSlug : previousSlug;
  const unverifiedSlug = isVerified ? null : requestedSlug;
  const isCovered = isRejected || (isAskingForToken && !isVerified);
  const session = useMemo(
    () => ({
      workspaceSlug,
      unverifiedSlug,
      askForToken: () => setAskingForToken(true),
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
      {/* Keep the children mounted behind the form, because their fields may contain text that the admin has typed. */}
      <div key={workspaceSlug} inert={isCovered} className={isCovered ? 'hidden' : 'contents'}>
        {children}
      </div>
      {isCovered && (
        <SignIn
          store={store}
          workspaceSlug={requestedSlug}
          initialFocus="token"
          notice={isRejected && <RejectedNotice />}
          {...(!isRejected && { onCancel: () => setAskingForToken(false) })}
        />
      )}
    </SessionContext>
  );
}

function RejectedNotice() {
  return (
    <Notice tone="notice" role="alert" title="Your access token is no longer accepted.">
      <p>Sign in to continue where you left off. No deletion is sent again automatically.</p>
    </Notice>
  );
}
