import { randomUUID } from 'node:crypto';
import type { EpochMs } from '../../rules/time.ts';
import type { Database } from '../database/database.ts';
import { createSecret, hashSecret, openToken, sealToken } from './seal.ts';

export type Session = {
  /** Public ID, which the page knows. It gives no access by itself. */
  id: string;
  /** Of the browser's cookie. */
  secret: string;
  /** Whom USER_HEADER named at the sign-in. Null if the setting was unset. */
  user: string | null;
  activeAt: EpochMs;
  /** The last used first. */
  tokens: readonly SessionToken[];
};

export type SessionToken = {
  workspace: string;
  token: string;
  /** When the service last accepted the token for this workspace. */
  provenAt: EpochMs;
};

export type SessionStore = ReturnType<typeof createSessionStore>;

const maxAgeMs = 30 * 24 * 60 * 60 * 1000;

/** Reads and writes the tables of sessions. `idleMs` is null if sessions don't end by inactivity. */
export function createSessionStore({ db, now }: Database, serviceId: string, idleMs: number | null) {
  const place = (workspace: string) => JSON.stringify([serviceId, workspace]);

  function tokensOf(secret: string, workspace: string) {
    const row = { serviceId, keyHash: hashSecret(secret), workspace };
    return {
      row,
      set: (values: { usedAt: EpochMs } | { provenAt: EpochMs }) =>
        db
          .updateTable('sessionTokens')
          .set(values)
          .where('serviceId', '=', serviceId)
          .where('keyHash', '=', row.keyHash)
          .where('workspace', '=', workspace)
          .execute(),
    };
  }

  const store = {
    /** Null if there is none, or if it has ended by its age or by inactivity. */
    async find(secret: string): Promise<Session | null> {
      const rows = await db
        .selectFrom('sessions')
        .leftJoin('sessionTokens', (join) =>
          join
            .onRef('sessionTokens.serviceId', '=', 'sessions.serviceId')
            .onRef('sessionTokens.keyHash', '=', 'sessions.keyHash'),
        )
        .select(['sessionId', 'userName', 'startedAt', 'activeAt', 'workspace', 'sealedToken', 'provenAt'])
        .where('sessions.serviceId', '=', serviceId)
        .where('sessions.keyHash', '=', hashSecret(secret))
        .orderBy('usedAt', 'desc')
        .execute();
      const [first] = rows;
      if (first === undefined || hasEnded(first)) return null;
      const { sessionId, userName: user, activeAt } = first;
      const tokens = rows.flatMap(({ workspace, sealedToken, provenAt }) => {
        if (workspace === null || sealedToken === null || provenAt === null) return [];
        return [{ workspace, token: openToken(secret, place(workspace), sealedToken), provenAt }];
      });
      return { id: sessionId, secret, user, activeAt, tokens };
    },

    async create(user: string | null, workspace: string, token: string): Promise<Session> {
      const secret = createSecret();
      const time = now();
      const session = { id: randomUUID(), secret, user, activeAt: time };
      const row = { serviceId, keyHash: hashSecret(secret), sessionId: session.id, userName: user };
      await removeEnded();
      await db
        .insertInto('sessions')
        .values({ ...row, startedAt: time, activeAt: time })
        .execute();
      await store.addToken(secret, workspace, token);
      return { ...session, tokens: [{ workspace, token, provenAt: time }] };
    },

    /** A workspace that the session has already gets the new token. */
    async addToken(secret: string, workspace: string, token: string): Promise<void> {
      const times = { provenAt: now(), usedAt: now() };
      const values = { sealedToken: sealToken(secret, place(workspace), token), ...times };
      await db
        .insertInto('sessionTokens')
        .values({ ...tokensOf(secret, workspace).row, ...values })
        .onConflict((conflict) => conflict.columns(['serviceId', 'keyHash', 'workspace']).doUpdateSet(values))
        .execute();
    },

    /** `sessionId` is the public ID, because a bulk delete outlives the request that had the secret. */
    async removeToken({ sessionId, workspace }: { sessionId: string; workspace: string }): Promise<void> {
      await db
        .deleteFrom('sessionTokens')
        .where('serviceId', '=', serviceId)
        .where('workspace', '=', workspace)
        .where(
          'keyHash',
          'in',
          db.selectFrom('sessions').select('keyHash').where('sessionId', '=', sessionId),
        )
        .execute();
    },

    async storeProof(secret: string, workspace: string): Promise<void> {
      await tokensOf(secret, workspace).set({ provenAt: now() });
    },

    async storeUse(secret: string, workspace: string): Promise<void> {
      await tokensOf(secret, workspace).set({ usedAt: now() });
    },

    /** Only what the admin does counts as activity. */
    async storeActivity({ secret, activeAt }: Session): Promise<void> {
      if (now() - activeAt < activityStepMs) return;
      await db
        .updateTable('sessions')
        .set({ activeAt: now() })
        .where('serviceId', '=', serviceId)
        .where('keyHash', '=', hashSecret(secret))
        .execute();
    },

    async remove(secret: string): Promise<void> {
      for (const table of ['sessionTokens', 'sessions'] as const)
        await db
          .deleteFrom(table)
          .where('serviceId', '=', serviceId)
          .where('keyHash', '=', hashSecret(secret))
          .execute();
    },
  };

  function hasEnded({ startedAt, activeAt }: { startedAt: EpochMs; activeAt: EpochMs }): boolean {
    return now() - startedAt > maxAgeMs || (idleMs !== null && now() - activeAt > idleMs);
  }

  async function removeEnded(): Promise<void> {
    await db
      .deleteFrom('sessions')
      .where('serviceId', '=', serviceId)
      .where((row) =>
        row.or([
          row('startedAt', '<', now() - maxAgeMs),
          ...(idleMs === null ? [] : [row('activeAt', '<', now() - idleMs)]),
        ]),
      )
      .execute();
    await db
      .deleteFrom('sessionTokens')
      .where('serviceId', '=', serviceId)
      .where('keyHash', 'not in', db.selectFrom('sessions').select('keyHash'))
      .execute();
  }

  return store;
}

/** Activity (ms) that isn't worth a write. */
const activityStepMs = 5_000;
