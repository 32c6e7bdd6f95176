import * as v from 'valibot';
import { isToken } from '../api/connection.ts';
import { openChannel } from '../ui/storage.ts';

const sessionSchema = v.object({
  serviceUrl: v.string(),
  workspaceSlug: v.string(),
  token: v.pipe(v.string(), v.check(isToken)),
  /** ms since the epoch, as is the next. */
  signedInAt: v.number(),
  /** The last sign of life that was written down; checked where a tab comes back after a while. */
  activeAt: v.number(),
  /** The last sign-out before it, as `lastSignOut` names it. */
  signOut: v.fallback(v.nullable(v.string()), null),
});

/** A session as a tab keeps it over a reload, and as it hands it to a new tab. */
export type KeptSession = v.InferOutput<typeof sessionSchema>;

/** Reads a session out of what was kept or sent; null where it is none, or one of another service. */
export function readSession(value: unknown, serviceUrl: string): KeptSession | null {
  const { success, output } = v.safeParse(sessionSchema, value);
  return success && output.serviceUrl === serviceUrl ? output : null;
}

const prefix = 'workspace-console.';
const key = `${prefix}session`;

/** The session a tab keeps over a reload, where the admin asked for that: sessionStorage only, for one service only. */
export const storedSession = {
  read: (serviceUrl: string): KeptSession | null =>
    tryStorage(() => readSession(JSON.parse(sessionStorage.getItem(key) ?? 'null'), serviceUrl)),
  write: (session: KeptSession): void =>
    void tryStorage(() => sessionStorage.setItem(key, JSON.stringify(session))),
  clear: (): void => void tryStorage(() => sessionStorage.removeItem(key)),
};

/**
 * Which sign-out from a service was the last in this browser: a random name, so that a tab that slept learns of it when
 * it comes back. No clock is asked: a wrong one must neither end nor lengthen a session.
 */
export const lastSignOut = {
  /** null where nobody signed out yet, or the browser has forgotten it. */
  read: (serviceUrl: string): string | null => tryStorage(() => localStorage.getItem(signOutKey(serviceUrl))),
  renew: (serviceUrl: string): void =>
    void tryStorage(() => localStorage.setItem(signOutKey(serviceUrl), crypto.randomUUID())),
  /** Whether somebody signed out since a session began. @param before what `read` gave then */
  isPast(serviceUrl: string, before: string | null): boolean {
    const last = lastSignOut.read(serviceUrl);
    return last !== null && last !== before;
  },
};

function signOutKey(serviceUrl: string): string {
  return `${prefix}signed-out.${JSON.stringify(serviceUrl)}`;
}

/** A browser that blocks storage keeps nothing, and has nothing to forget. */
function tryStorage<Value>(use: () => Value): Value | null {
  try {
    return use();
  } catch {
    return null;
  }
}

/** The channel of sign-outs, signs of life and questions for a session: between the tabs of one origin, and kept nowhere. */
function channelOf(serviceUrl: string): string {
  return `${key}.${serviceUrl}`;
}

/** Where one asking tab listens alone, so that no other tab gets another copy of the token. */
function channelOfOne(serviceUrl: string, nonce: string): string {
  return `${channelOf(serviceUrl)}.${nonce}`;
}

const messageSchema = v.variant('kind', [
  v.object({ kind: v.literal('end') }),
  v.object({ kind: v.literal('active'), at: v.number() }),
  v.object({ kind: v.literal('ask'), nonce: v.string() }),
]);

type Handlers = {
  onEnd: () => void;
  /** Told of a sign of life in another tab, ms since the epoch. */
  onActive: (at: number) => void;
  /** What may be handed to a new tab now; null where nothing may. */
  mayHand: () => KeptSession | null;
};

/** Lets the tabs of one origin and one service know of each other's sign-outs and signs of life, and answers new ones. */
export function openTabs(serviceUrl: string, { onEnd, onActive, mayHand }: Handlers) {
  const channel = openChannel(channelOf(serviceUrl));
  const tell = (message: v.InferOutput<typeof messageSchema>) => channel.postMessage(message);

  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const { success, output } = v.safeParse(messageSchema, data);
    if (!success) return;
    if (output.kind === 'end') onEnd();
    else if (output.kind === 'active') onActive(output.at);
    else hand(output.nonce);
  };

  function hand(nonce: string) {
    const session = mayHand();
    if (session !== null) sendOnce(channelOfOne(serviceUrl, nonce), session);
  }

  return {
    close: () => channel.close(),
    tellEnd: () => tell({ kind: 'end' }),
    tellActive: (at: number) => tell({ kind: 'active', at }),
  };
}

/** How long a new tab listens for an answer. */
const patienceMs = 3_000;

/** Asks the open tabs for their session; the first answer counts. @returns a function that ends the waiting */
export function askForSession(serviceUrl: string, onSession: (session: KeptSession) => void): () => void {
  const nonce = crypto.randomUUID();
  const answers = openChannel(channelOfOne(serviceUrl, nonce));
  const patience = setTimeout(stop, patienceMs);
  answers.onmessage = ({ data }: MessageEvent<unknown>) => {
    const session = readSession(data, serviceUrl);
    if (session === null) return;
    stop();
    onSession(session);
  };
  sendOnce(channelOf(serviceUrl), { kind: 'ask', nonce });

  function stop() {
    clearTimeout(patience);
    answers.close();
  }
  return stop;
}

function sendOnce(name: string, message: unknown): void {
  const channel = openChannel(name);
  channel.postMessage(message);
  channel.close();
}
