import * as v from 'valibot';
import { isToken } from '../api/connection.ts';
import { adoptOldItem, type StorageOwner, storageName, tryStorage } from '../ui/storage.ts';

const sessionSchema = v.object({
  workspaceSlug: v.string(),
  token: v.pipe(v.string(), v.check(isToken)),
  /** Null if an earlier version stored the session. */
  sessionId: v.fallback(v.nullable(v.string()), null),
  signedInAt: v.number(),
  activeAt: v.number(),
  /** `signOutMarker` at sign-in. */
  signOut: v.fallback(v.nullable(v.string()), null),
});

/** A session that a tab stores for a reload, or hands to a new tab. */
export type StoredSession = v.InferOutput<typeof sessionSchema>;

export function decodeSession(value: unknown): StoredSession | null {
  const { success, output } = v.safeParse(sessionSchema, value);
  return success ? output : null;
}

const kind = 'session';
const oldSessionName = 'workspace-console.session';

/** The session in sessionStorage, if the admin chose to stay signed in in this tab. */
export const storedSession = {
  read: (serviceId: string): StoredSession | null =>
    tryStorage(() => decodeSession(parseJson(sessionStorage.getItem(storageName(kind, serviceId))))),
  write: (serviceId: string, session: StoredSession): void =>
    void tryStorage(() => sessionStorage.setItem(storageName(kind, serviceId), JSON.stringify(session))),
  /** Removes the sessions of all services, because no token may outlive a sign-out in this tab. */
  clear: (): void =>
    void tryStorage(() => {
      const namePrefix = storageName(kind, '');
      for (const name of Object.keys(sessionStorage))
        if (name.startsWith(namePrefix) || name === oldSessionName) sessionStorage.removeItem(name);
    }),
};

/**
 * A random value in localStorage that changes with every sign-out, so that a tab that slept learns of it. It is not a time,
 * because a wrong clock must neither end nor extend a session.
 */
export const signOutMarker = {
  read: (serviceId: string): string | null =>
    tryStorage(() => localStorage.getItem(storageName('signed-out', serviceId))),
  renew: (serviceId: string): void =>
    void tryStorage(() => localStorage.setItem(storageName('signed-out', serviceId), crypto.randomUUID())),
  hasChanged(serviceId: string, before: string | null): boolean {
    const marker = signOutMarker.read(serviceId);
    return marker !== null && marker !== before;
  },
};

/** Adopts the session and the sign-out marker that the second edition stored for this service URL. */
export function adoptOldSession(owner: StorageOwner): void {
  const { serviceUrl, serviceId } = owner;
  const oldMarkerName = `workspace-console.signed-out.${JSON.stringify(serviceUrl)}`;
  adoptOldItem(
    () => localStorage,
    oldMarkerName,
    owner,
    (marker) => localStorage.setItem(storageName('signed-out', serviceId), marker),
  );
  const old = tryStorage(() => parseJson(sessionStorage.getItem(oldSessionName)));
  if (!v.is(v.object({ serviceUrl: v.literal(serviceUrl) }), old)) return;
  adoptOldItem(
    () => sessionStorage,
    oldSessionName,
    owner,
    () => {
      const session = decodeSession(old);
      if (session !== null) sessionStorage.setItem(storageName(kind, serviceId), JSON.stringify(session));
    },
  );
}

function parseJson(text: string | null): unknown {
  return JSON.parse(text ?? 'null');
}
