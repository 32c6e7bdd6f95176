import type { KeptSession } from './readSession.ts';
import { sessionChannel } from './sessionChannel.ts';

type Message = { kind: 'end' } | { kind: 'active'; at: number } | { kind: 'ask'; nonce: string };

type Handlers = {
  onEnd: () => void;
  /** Told of a sign of life in another tab, ms since the epoch. */
  onActive: (at: number) => void;
  /** What may be handed to a new tab now; null where nothing may. */
  mayHand: () => KeptSession | null;
};

/** Lets the tabs of one origin and one service know of each other's sign-outs and signs of life, and answers new ones. */
export function createSessionTabs(serviceUrl: string, { onEnd, onActive, mayHand }: Handlers) {
  let channel: BroadcastChannel | null = null;

  function follow({ data }: MessageEvent<unknown>) {
    const message = messageOf(data);
    if (message?.kind === 'end') onEnd();
    else if (message?.kind === 'active') onActive(message.at);
    else if (message?.kind === 'ask') hand(message.nonce);
  }

  function hand(nonce: string) {
    const session = mayHand();
    if (session === null) return;
    const answer = new BroadcastChannel(sessionChannel.ofOne(serviceUrl, nonce));
    answer.postMessage(session);
    answer.close();
  }

  function tell(message: Message) {
    channel?.postMessage(message);
  }

  return {
    open() {
      if (channel !== null || typeof BroadcastChannel === 'undefined') return;
      channel = new BroadcastChannel(sessionChannel.ofAll(serviceUrl));
      channel.addEventListener('message', follow);
    },
    close() {
      channel?.close();
      channel = null;
    },
    tellEnd: () => tell({ kind: 'end' }),
    tellActive: (at: number) => tell({ kind: 'active', at }),
  };
}

function messageOf(data: unknown): Message | null {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return null;
  if (data.kind === 'end') return { kind: 'end' };
  if (data.kind === 'active' && 'at' in data && typeof data.at === 'number')
    return { kind: 'active', at: data.at };
  if (data.kind === 'ask' && 'nonce' in data && typeof data.nonce === 'string')
    return { kind: 'ask', nonce: data.nonce };
  return null;
}
