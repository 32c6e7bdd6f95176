import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../paths.ts';
import type { GateProps } from './GateProps.ts';
import { SignIn } from './SignIn.tsx';

const SignedOutNotice = lazy(async () => ({
  default: (await import('./SignedOutNotice.tsx')).SignedOutNotice,
}));

/** Lets nobody past without a proved token. Stands in place, so the address survives sign-in. */
export function Gate({ config, gate: { store, subscribe }, inside: Inside }: GateProps) {
  const state = useSyncExternalStore(subscribe, store.get);
  useLocation();
  // The router moves in a transition, the session at once: by its old address the wrong workspace would be asked for.
  const asked = paths.workspaceOf(window.location.pathname);

  if (state.status === 'signed-out')
    return (
      <SignIn store={store} config={config} workspaceSlug={asked ?? state.lastWorkspaceSlug ?? ''}>
        {(state.why !== null || state.duringDeletion) && (
          <Suspense fallback={null}>
            <SignedOutNotice {...state} idleMinutes={config.idleMinutes} />
          </Suspense>
        )}
      </SignIn>
    );
  return (
    <Suspense fallback={null}>
      <Inside key={store.session()} store={store} state={state} config={config} asked={asked} />
    </Suspense>
  );
}
