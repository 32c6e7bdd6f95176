import type { SessionStore } from './createSessionStore.ts';
import { readSession } from './readSession.ts';
import { sessionChannel } from './sessionChannel.ts';

/** How long a new tab listens for an answer. */
const patienceMs = 3_000;

/**
 * What a gate waits for beside its form: a session handed over by an open tab, and its own kept one when the browser
 * brings the page back from memory.
 * @returns a function that ends the waiting
 */
export function awaitSession(store: SessionStore, serviceUrl: string): () => void {
  const stopAsking = store.get().status === 'signed-out' ? ask(store, serviceUrl) : null;
  const comeBack = ({ persisted }: PageTransitionEvent) => void (persisted && store.resume());
  window.addEventListener('pageshow', comeBack);
  return () => {
    stopAsking?.();
    window.removeEventListener('pageshow', comeBack);
  };
}

function ask(store: SessionStore, serviceUrl: string): (() => void) | null {
  if (typeof BroadcastChannel === 'undefined') return null;
  const nonce = crypto.randomUUID();
  const answers = new BroadcastChannel(sessionChannel.ofOne(serviceUrl, nonce));
  const patience = setTimeout(stop, patienceMs);
  answers.onmessage = ({ data }: MessageEvent<unknown>) => {
    const session = readSession(data, serviceUrl);
    if (session === null) return;
    // The first answer counts.
    stop();
    store.accept(session);
  };
  const all = new BroadcastChannel(sessionChannel.ofAll(serviceUrl));
  all.postMessage({ kind: 'ask', nonce });
  all.close();

  function stop() {
    clearTimeout(patience);
    answers.close();
  }
  return stop;
}
