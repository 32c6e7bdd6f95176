import * as v from 'valibot';
import { isValidToken } from '../rules/connection.ts';
import { storageName, tryStorage } from '../storage.ts';

const sessionSchema = v.object({
  id: v.string(),
  workspace: v.string(),
  token: v.pipe(v.string(), v.check(isValidToken)),
  /** ms since 1970. After a restart of the browser, it can be long ago. */
  activeAt: v.number(),
});

export type StoredSession = v.InferOutput<typeof sessionSchema>;

export function decodeSession(value: unknown): StoredSession | null {
  const { success, output } = v.safeParse(sessionSchema, value);
  return success ? output : null;
}

/** In sessionStorage, only if the admin chose "Keep me signed in in this tab". */
export const storedSession = {
  read: (serviceId: string): StoredSession | null =>
    tryStorage(() => decodeSession(readJson(sessionStorage, storageName('session', serviceId)))),
  write: (serviceId: string, session: StoredSession): void =>
    void tryStorage(() => sessionStorage.setItem(storageName('session', serviceId), JSON.stringify(session))),
  /** Removes the sessions of all services, because no token may outlive a sign-out in this tab. */
  clear: (): void =>
    void tryStorage(() => {
      for (const name of Object.keys(sessionStorage))
        if (name.startsWith(storageName('session', ''))) sessionStorage.removeItem(name);
    }),
};

const maxEndedSessions = 50;

/** In localStorage. They reach a tab that slept through the message. */
export const signedOutSessions = {
  includes: (serviceId: string, id: string): boolean => readEndedSessions(serviceId).includes(id),
  add: (serviceId: string, id: string): void =>
    void tryStorage(() => {
      const ids = [id, ...readEndedSessions(serviceId)].slice(0, maxEndedSessions);
      localStorage.setItem(storageName('signed-out', serviceId), JSON.stringify(ids));
    }),
};

function readEndedSessions(serviceId: string): readonly string[] {
  const stored = tryStorage(() => readJson(localStorage, storageName('signed-out', serviceId)));
  return v.is(v.array(v.string()), stored) ? stored : [];
}

function readJson(storage: Storage, name: string): unknown {
  return JSON.parse(storage.getItem(name) ?? 'null');
}
