import type { ConsoleConfig } from '../config.ts';
import { awaitSession } from './awaitSession.ts';
import { createSessionStore, type SessionStore } from './createSessionStore.ts';
import { type GateRefusal, gateRefusal } from './gateRefusal.ts';

/** Who is asking at this page, and how the gate hears of it. */
export type OpenGate = { store: SessionStore; subscribe: (listener: () => void) => () => void };

/**
 * Reads what session the tab kept, where a token may be typed into this page at all. Called once and outside React, which
 * may begin one drawing more than once.
 * @param prepare fetches the code of what is behind the gate
 * @returns why there is no gate where the page is inside another one, or came over plain http
 */
export function openGate(
  { serviceUrl, idleMinutes }: ConsoleConfig,
  prepare: () => unknown,
): OpenGate | GateRefusal {
  const refusal = gateRefusal(window);
  if (refusal !== null) return refusal;
  const store = createSessionStore({ serviceUrl, idleMs: idleMinutes * 60_000, prepare });
  if (store.get().status === 'signed-in') prepare();
  return {
    store,
    subscribe(listener) {
      const stops = [store.subscribe(listener), awaitSession(store, serviceUrl)];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
