/** Prefix of every name that the third edition stores under, so that an open tab of the second can't overwrite it. */
const prefix = 'workspace-console.3';

/**
 * Returns the name of stored data, a database, a channel or a lock that belongs to one service.
 * @param parts what else tells it apart, such as a workspace slug
 */
export function storageName(kind: string, serviceId: string, ...parts: readonly string[]): string {
  return [prefix, kind, serviceId, ...parts.map((part) => encodeURIComponent(part))].join('.');
}

/** The part of BroadcastChannel that the console uses. */
export type Channel = Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>;

/** Opens a channel between the tabs. If the browser refuses (Firefox with site data blocked), it stays silent. */
export function openChannel(name: string): Channel {
  try {
    return new BroadcastChannel(name);
  } catch {
    return { postMessage() {}, close() {}, onmessage: null };
  }
}
