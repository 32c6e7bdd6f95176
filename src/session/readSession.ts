import { isToken } from '../api/isToken.ts';

/** A session as a tab keeps it over a reload, and as it hands it to a new tab. Times are ms since the epoch. */
export type KeptSession = {
  serviceUrl: string;
  workspaceSlug: string;
  token: string;
  signedInAt: number;
  /** The last sign of life that was written down; checked where a tab comes back after a while. */
  activeAt: number;
};

/** Reads a session out of what was kept or sent; null where it is none, or one of another service. */
export function readSession(value: unknown, serviceUrl: string): KeptSession | null {
  if (typeof value !== 'object' || value === null) return null;
  const fields = new Map<string, unknown>(Object.entries(value));
  const workspaceSlug = fields.get('workspaceSlug');
  const token = fields.get('token');
  if (fields.get('serviceUrl') !== serviceUrl || typeof workspaceSlug !== 'string') return null;
  if (typeof token !== 'string' || !isToken(token)) return null;
  // A session without times counts from now: it was written by a console that did not know them yet.
  const [signedInAt, activeAt] = ['signedInAt', 'activeAt'].map((name) =>
    Number(fields.get(name) ?? Date.now()),
  );
  return { serviceUrl, workspaceSlug, token, signedInAt: signedInAt || 0, activeAt: activeAt || 0 };
}
