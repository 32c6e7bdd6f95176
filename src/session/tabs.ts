import * as v from 'valibot';
import { createStorageName, openChannel } from '../ui/storage.ts';
import { decodeSession, type StoredSession } from './storedSession.ts';

const messageSchema = v.variant('kind', [
  v.object({ kind: v.literal('end') }),
  v.object({ kind: v.literal('active'), at: v.number() }),
  v.object({ kind: v.literal('ask'), nonce: v.string() }),
]);

type Message = v.InferOutput<typeof messageSchema>;

type Handlers = {
  onSignOut: () => void;
  onActivity: (at: number) => void;
  /** Returns the session to send to a new tab, or null if no session may be shared. */
  onRequest: () => StoredSession | null;
  onSession: (session: StoredSession) => void;
};

const timeoutMs = 3_000;

/** Exchanges sign-outs, user activity and sessions with the other tabs that use the same service. */
export function openTabChannel(serviceId: string, { onSignOut, onActivity, onRequest, onSession }: Handlers) {
  const channel = openChannel(createChannelName(serviceId));
  const send = (message: Message) => channel.postMessage(message);
  let stopWaiting = () => {};

  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const { success, output } = v.safeParse(messageSchema, data);
    if (!success) return;
    if (output.kind === 'end') onSignOut();
    else if (output.kind === 'active') onActivity(output.at);
    else sendSession(output.nonce);
  };

  function sendSession(nonce: string) {
    const session = onRequest();
    if (session === null) return;
    const responseChannel = openChannel(createChannelName(serviceId, nonce));
    responseChannel.postMessage(session);
    responseChannel.close();
  }

  return {
    sendSignOut: () => send({ kind: 'end' }),
    sendActivity: (at: number) => send({ kind: 'active', at }),
    /** Requests the session of another tab. Only the first valid response within three seconds counts. */
    requestSession() {
      const nonce = crypto.randomUUID();
      const responseChannel = openChannel(createChannelName(serviceId, nonce));
      const timer = setTimeout(stop, timeoutMs);
      responseChannel.onmessage = ({ data }: MessageEvent<unknown>) => {
        const session = decodeSession(data);
        if (session === null) return;
        stop();
        onSession(session);
      };
      send({ kind: 'ask', nonce });
      function stop() {
        clearTimeout(timer);
        responseChannel.close();
      }
      stopWaiting = stop;
    },
    close() {
      stopWaiting();
      channel.close();
    },
  };
}

/** @param nonce names the private channel of a new tab, so that no other tab receives the token */
function createChannelName(serviceId: string, ...nonce: [] | [string]): string {
  return createStorageName('session', serviceId, ...nonce);
}
