import { type KeptSession, readSession } from './readSession.ts';

const prefix = 'workspace-console.';
const key = `${prefix}session`;

/** The session a tab keeps over a reload, where the admin asked for that: sessionStorage only, for one service only. */
export const storedSession = {
  read(serviceUrl: string): KeptSession | null {
    try {
      return readSession(JSON.parse(sessionStorage.getItem(key) ?? 'null'), serviceUrl);
    } catch {
      return null;
    }
  },
  /** Returns false where the browser keeps nothing. */
  write(session: KeptSession): boolean {
    try {
      sessionStorage.setItem(key, JSON.stringify(session));
      return true;
    } catch {
      return false;
    }
  },
  /** Forgets the session, and with `everything` also all else that this tab keeps for it. */
  clear(everything = false): void {
    try {
      for (const name of Object.keys(sessionStorage))
        if (name === key || (everything && name.startsWith(prefix))) sessionStorage.removeItem(name);
    } catch {
      // A browser that blocks storage has kept nothing to clear.
    }
  },
};
