import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../paths.ts';
import { awaitSession } from './awaitSession.ts';
import { createSessionStore } from './createSessionStore.ts';
import type { GateProps } from './GateProps.ts';
import { SignIn } from './SignIn.tsx';

const SignedOutNotice = lazy(async () => ({
  default: (await import('./SignedOutNotice.tsx')).SignedOutNotice,
}));

/** Lets nobody past without a proved token. Stands in place, so the address survives sign-in. */
export function Gate({ config, inside: Inside, prepare }: GateProps) {
  const { serviceUrl, idleMinutes } = config;
  const [{ store, subscribe }] = useState(() => {
    const made = createSessionStore({ serviceUrl, idleMs: idleMinutes * 60_000, prepare });
    if (made.get().status === 'signed-in') prepare();
    function subscribe(listener: () => void) {
      const stops = [made.subscribe(listener), awaitSession(made, serviceUrl)];
      return () => {
        for (const stop of stops) stop();
      };
    }
    return { store: made, subscribe };
  });
  const state = useSyncExternalStore(subscribe, store.get);
  useLocation();
  // The router moves in a transition, the session at once: by its old address the wrong workspace would be asked for.
  const asked = paths.workspaceOf(window.location.pathname);

  if (state.status === 'signed-out')
    return (
      <SignIn store={store} config={config} workspaceSlug={asked ?? state.lastWorkspaceSlug ?? ''}>
        {(state.why !== null || state.duringDeletion) && (
          <Suspense fallback={null}>
            <SignedOutNotice {...state} idleMinutes={idleMinutes} />
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
