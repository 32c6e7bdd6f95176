import * as v from 'valibot';
import { openChannel, storageName } from '../ui/storage.ts';
import { decodeSession, type StoredSession } from './storedSession.ts';

const messageSchema = v.variant('kind', [
  v.object({ kind: v.literal('end') }),
  v.object({ kind: v.literal('active'), at: v.number() }),
  v.object({ kind: v.literal('ask'), nonce: v.string() }),
]);

type Message = v.InferOutput<typeof messageSchema>;

type Handlers = {
  onSignOut: () => void;
  /** @param at time of the activity in another tab, in ms since the epoch */
  onActivity: (at: number) => void;
  /** Returns the session for a new tab, or null if it must not be shared. */
  onRequest: () => StoredSession | null;
};

/** Exchanges sign-outs, user activity and sessions with the other tabs that use the same service. */
export function openTabs(serviceId: string, { onSignOut, onActivity, onRequest }: Handlers) {
  const channel = openChannel(channelName(serviceId));
  const send = (message: Message) => channel.postMessage(message);

  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const { success, output } = v.safeParse(messageSchema, data);
    if (!success) return;
    if (output.kind === 'end') onSignOut();
    else if (output.kind === 'active') onActivity(output.at);
    else handOver(output.nonce);
  };

  function handOver(nonce: string) {
    const session = onRequest();
    if (session !== null) sendOnce(channelName(serviceId, nonce), session);
  }

  return {
    close: () => channel.close(),
    sendSignOut: () => send({ kind: 'end' }),
    sendActivity: (at: number) => send({ kind: 'active', at }),
  };
}

/** How long a new tab waits for a session of another tab. */
const timeoutMs = 3_000;

/** Requests a session from the open tabs and takes the first response. @returns a function that stops waiting */
export function requestSession(serviceId: string, onSession: (session: StoredSession) => void): () => void {
  const nonce = crypto.randomUUID();
  const responses = openChannel(channelName(serviceId, nonce));
  const timer = setTimeout(stop, timeoutMs);
  responses.onmessage = ({ data }: MessageEvent<unknown>) => {
    const session = decodeSession(data);
    if (session === null) return;
    stop();
    onSession(session);
  };
  sendOnce(channelName(serviceId), { kind: 'ask', nonce });

  function stop() {
    clearTimeout(timer);
    responses.close();
  }
  return stop;
}

/** @param nonce names the channel of one asking tab, so that no other tab receives a copy of the token */
function channelName(serviceId: string, ...nonce: [] | [string]): string {
  return storageName('session', serviceId, ...nonce);
}

function sendOnce(name: string, message: unknown): void {
  const channel = openChannel(name);
  channel.postMessage(message);
  channel.close();
}
