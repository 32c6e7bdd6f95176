import * as v from 'valibot';
import { isValidToken } from '../api/connection.ts';
import { adoptOldItem, createStorageName, type StorageOwner, tryStorage } from '../ui/storage.ts';

const sessionSchema = v.object({
  workspaceSlug: v.string(),
  token: v.pipe(v.string(), v.check(isValidToken)),
  /** Null if an earlier version of the console stored the session. */
  sessionId: v.fallback(v.nullable(v.string()), null),
  signedInAt: v.number(),
  activeAt: v.number(),
  /** The value of `signOutMarker` at sign-in. */
  signOut: v.fallback(v.nullable(v.string()), null),
});

/** A session that a tab stores for a reload, or sends to a new tab. */
export type StoredSession = v.InferOutput<typeof sessionSchema>;

export function decodeSession(value: unknown): StoredSession | null {
  const { success, output } = v.safeParse(sessionSchema, value);
  return success ? output : null;
}

const storageKind = 'session';
const oldSessionName = 'workspace-console.session';

/** The session in sessionStorage. It is stored only if the admin chose "Keep me signed in in this tab". */
export const storedSession = {
  read: (serviceId: string): StoredSession | null =>
    tryStorage(() =>
      decodeSession(parseJson(sessionStorage.getItem(createStorageName(storageKind, serviceId)))),
    ),
  write: (serviceId: string, session: StoredSession): void =>
    void tryStorage(() =>
      sessionStorage.setItem(createStorageName(storageKind, serviceId), JSON.stringify(session)),
    ),
  /** Removes the sessions of all services, because no token may outlive a sign-out in this tab. */
  clear: (): void =>
    void tryStorage(() => {
      const namePrefix = createStorageName(storageKind, '');
      for (const name of Object.keys(sessionStorage))
        if (name.startsWith(namePrefix) || name === oldSessionName) sessionStorage.removeItem(name);
    }),
};

/**
 * A random value in localStorage that changes at every sign-out, so that a sleeping tab notices the sign-out later. The
 * value is not a time, because the clock may be wrong.
 */
export const signOutMarker = {
  read: (serviceId: string): string | null =>
    tryStorage(() => localStorage.getItem(createStorageName('signed-out', serviceId))),
  renew: (serviceId: string): void =>
    void tryStorage(() =>
      localStorage.setItem(createStorageName('signed-out', serviceId), crypto.randomUUID()),
    ),
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
    (marker) => localStorage.setItem(createStorageName('signed-out', serviceId), marker),
  );
  const oldSession = tryStorage(() => parseJson(sessionStorage.getItem(oldSessionName)));
  if (!v.is(v.object({ serviceUrl: v.literal(serviceUrl) }), oldSession)) return;
  adoptOldItem(
    () => sessionStorage,
    oldSessionName,
    owner,
    () => {
      const session = decodeSession(oldSession);
      if (session !== null)
        sessionStorage.setItem(createStorageName(storageKind, serviceId), JSON.stringify(session));
    },
  );
}

function parseJson(text: string | null): unknown {
  return JSON.parse(text ?? 'null');
}
