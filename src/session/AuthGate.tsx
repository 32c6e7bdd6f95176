import { type ComponentType, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import type { ConsoleConfig } from '../config.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/Button.tsx';
import { ModalSuspension } from '../ui/modalSuspension.ts';
import { Notice } from '../ui/notices.tsx';
import { createIdleTimer } from './idleTimer.ts';
import { SessionWarningDialog } from './SessionWarning.tsx';
import { SignIn } from './SignIn.tsx';
import type { SessionStore, SignedInState } from './session.ts';
import { proveWorkspace, type SignInProblem } from './signIn.ts';
import { requestSession } from './tabs.ts';
import { SessionContext } from './useSession.ts';

type GateProps = {
  config: ConsoleConfig;
  store: SessionStore;
  /** Stays mounted from sign-in to sign-out, whatever workspace is opened, and while the gate covers the page. */
  around: ComponentType<{
    /** Workspaces that the present token has proved itself for. */
    proved: readonly string[];
    isSignedIn: () => boolean;
    /** Told when something begins to be deleted, and when nothing is any more: no session ends by the clock then. */
    onDeleting: (isDeleting: boolean) => void;
    signOut: () => void;
    /** Given the way to sign out that asks first where that would lose something. */
    children: (signOut: () => void) => ReactNode;
  }>;
  /** What stands behind the gate, drawn anew for every workspace. */
  children: ReactNode;
};

/** Lets nobody past without a proved token. Stands in place, so the URL survives sign-in. */
export function AuthGate(props: GateProps) {
  const refusal = gateRefusal(window);
  return refusal === null ? <Gate {...props} /> : <GateRefused {...refusal} />;
}

function Gate(props: GateProps) {
  const { store, config } = props;
  const state = useSyncExternalStore(store.subscribe, store.get);
  useLocation();
  // The router moves in a transition, the session at once: by its old URL the wrong workspace would be asked for.
  const asked = paths.workspaceOf(window.location.pathname);

  useEffect(() => {
    const stopAsking = store.present() === null ? requestSession(store.serviceId, store.accept) : null;
    const comeBack = ({ persisted }: PageTransitionEvent) => void (persisted && store.resume());
    window.addEventListener('pageshow', comeBack);
    return () => {
      stopAsking?.();
      window.removeEventListener('pageshow', comeBack);
    };
  }, [store]);

  if (state.status === 'signed-in')
    return <SignedIn key={store.session()} {...props} state={state} asked={asked} />;
  const { why, duringDeletion, lastWorkspaceSlug } = state;
  return (
    <SignIn store={store} config={config} workspaceSlug={asked ?? lastWorkspaceSlug ?? ''}>
      {(why !== null || duringDeletion) && (
        <Notice tone={duringDeletion ? 'notice' : 'info'} title={endings(config.idleMinutes)[why ?? 'here']}>
          {duringDeletion && (
            <p>A deletion was under way. Sign in and look at the list: it shows whether it happened.</p>
          )}
        </Notice>
      )}
    </SignIn>
  );
}

function endings(idleMinutes: ConsoleConfig['idleMinutes']) {
  return {
    here: 'You signed out.',
    elsewhere: 'You signed out in another tab.',
    idle: `You were signed out: nothing was done here for ${idleMinutes === 1 ? 'a minute' : `${idleMinutes} minutes`}.`,
    'too-long': 'You were signed out: a session ends 8 hours after the sign-in.',
  };
}

type SignedInProps = GateProps & {
  state: SignedInState;
  /** The workspace that the URL names; null where it names none. */
  asked: string | null;
};

/**
 * What stands from sign-in to sign-out. When a token is rejected the page is kept, hidden and inert, behind the gate, and
 * reads again once somebody has signed in.
 */
function SignedIn({ store, state, config, asked, around: Around, children }: SignedInProps) {
  const [idleTimer] = useState(() => createIdleTimer(store));
  useEffect(() => idleTimer.start(), [idleTimer]);
  const warning = useStore(idleTimer.warning);
  const session = store.session();
  const { connection, proved, rejected } = state;
  const workspaceSlug = asked ?? proved[0];
  return (
    <ModalSuspension value={rejected || warning !== null}>
      <Around
        proved={proved}
        isSignedIn={() => store.session() === session}
        onDeleting={idleTimer.setDeleting}
        signOut={idleTimer.signOut}
      >
        {(signOut) => (
          <>
            {proved.includes(workspaceSlug) ? (
              <SessionContext
                value={{
                  workspaceSlug,
                  serviceId: store.serviceId,
                  proved,
                  connection,
                  isRejected: rejected,
                  signOut,
                  requests: store.requests,
                  proveWorkspace: (slug, signal) => proveWorkspace(store, connection, slug, signal),
                }}
              >
                <div key={workspaceSlug} inert={rejected} className={rejected ? 'hidden' : 'contents'}>
                  {children}
                </div>
                {rejected && <SignIn store={store} config={config} workspaceSlug={workspaceSlug} expired />}
              </SessionContext>
            ) : (
              <WorkspaceProof
                key={workspaceSlug}
                store={store}
                config={config}
                state={state}
                workspaceSlug={workspaceSlug}
              />
            )}
            {warning !== null && !rejected && (
              <ModalSuspension value={false}>
                <SessionWarningDialog
                  warning={warning}
                  onStay={idleTimer.stay}
                  onSignOut={() => {
                    idleTimer.stay();
                    signOut();
                  }}
                />
              </ModalSuspension>
            )}
          </>
        )}
      </Around>
    </ModalSuspension>
  );
}

type WorkspaceProofProps = Pick<GateProps, 'store' | 'config'> & {
  state: SignedInState;
  workspaceSlug: string;
};

/** A URL of another workspace: the present token has to prove itself for it before anything of it is shown. */
function WorkspaceProof({ store, config, state, workspaceSlug }: WorkspaceProofProps) {
  const { connection, proved } = state;
  const [latest] = proved;
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  if (problem === null)
    return <OpeningWorkspace {...{ store, connection, workspaceSlug }} onProblem={setProblem} />;
  return (
    <SignIn
      store={store}
      config={config}
      workspaceSlug={workspaceSlug}
      before={problem}
      aside={
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button onClick={() => setProblem(null)}>Try again with the token in use</Button>
          <Link to={paths.screen('compute', latest)} className="text-accent underline underline-offset-2">
            Back to the workspace {latest}
          </Link>
        </p>
      }
    />
  );
}

type OpeningProps = Pick<SignedInState, 'connection'> & {
  store: SessionStore;
  workspaceSlug: string;
  onProblem: (problem: SignInProblem) => void;
};

/** Stands for as long as one proof takes. */
function OpeningWorkspace({ store, connection, workspaceSlug, onProblem }: OpeningProps) {
  useEffect(() => {
    const proof = new AbortController();
    proveWorkspace(store, connection, workspaceSlug, proof.signal).then((found) => {
      if (typeof found === 'object') onProblem(found);
    });
    return () => proof.abort();
  }, [store, connection, workspaceSlug, onProblem]);
  return (
    <p role="status" className="p-6 text-muted">
      Opening the workspace {workspaceSlug}…
    </p>
  );
}

type Refusal = { title: string; next: string };

/** Why no token may be typed into this page, whatever its URL; null where nothing speaks against it. */
export function gateRefusal(page: { top: unknown; self: unknown; isSecureContext: boolean }): Refusal | null {
  if (page.top !== page.self)
    return {
      title: 'This console does not open inside another page.',
      next: 'The page around it could watch or cover what you do. Open the console in a tab of its own.',
    };
  if (!page.isSecureContext)
    return {
      title: 'This console does not open over plain http.',
      next: 'Anybody on the way could read your token. Open it over https, or as localhost on the machine that serves it.',
    };
  return null;
}

/** Stands where the gate would: here no token is asked for, and why. */
function GateRefused({ title, next }: Refusal) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[25rem] flex-col justify-center gap-5 px-5 py-10">
      <h1 className="text-title font-semibold">Workspace Console</h1>
      <Notice tone="danger" title={title}>
        <p>{next}</p>
      </Notice>
    </main>
  );
}
