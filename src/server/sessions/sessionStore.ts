import { randomUUID } from 'node:crypto';
import type { EpochMs } from '../../rules/time.ts';
import type { Database } from '../database/database.ts';
import { createSecret, deriveKey, hashSecret, sealToken, unsealToken } from './secret.ts';

export type StoredSession = {
  id: string;
  secret: string;
  keyHash: string;
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
/** Activity (ms) that isn't worth a write. */
const activityStepMs = 5_000;

/** Reads and writes the tables of sessions. `idleMs` is null if sessions don't end by inactivity. */
export function createSessionStore({ db, now }: Database, serviceId: string, idleMs: number | null) {
  const sealContext = (workspace: string) => JSON.stringify([serviceId, workspace]);

  /** A workspace that the session has already gets the new token. */
  async function addToken(
    { secret, keyHash }: StoredSession,
    workspace: string,
    token: string,
  ): Promise<void> {
    const sealedToken = sealToken(deriveKey(secret), sealContext(workspace), token);
    const values = { sealedToken, provenAt: now(), usedAt: now() };
    await db
      .insertInto('sessionTokens')
      .values({ serviceId, keyHash, workspace, ...values })
      .onConflict((conflict) => conflict.columns(['serviceId', 'keyHash', 'workspace']).doUpdateSet(values))
      .execute();
  }

  async function updateToken(
    { keyHash }: StoredSession,
    workspace: string,
    values: { usedAt: EpochMs } | { provenAt: EpochMs },
  ): Promise<void> {
    const tokens = db.updateTable('sessionTokens').set(values);
    await tokens.where((row) => row.and({ serviceId, keyHash, workspace })).execute();
  }

  async function removeEnded(): Promise<void> {
    const sessions = db.deleteFrom('sessions').where('serviceId', '=', serviceId);
    await sessions.where('startedAt', '<', now() - maxAgeMs).execute();
    if (idleMs !== null) await sessions.where('activeAt', '<', now() - idleMs).execute();
    const tokens = db.deleteFrom('sessionTokens').where('serviceId', '=', serviceId);
    await tokens.where('keyHash', 'not in', db.selectFrom('sessions').select('keyHash')).execute();
  }

  return {
    addToken,

    /** Null if there is none, or if it has ended by its age or by inactivity. */
    async find(secret: string): Promise<StoredSession | null> {
      const keyHash = hashSecret(secret);
      const rows = await db
        .selectFrom('sessions')
        .leftJoin('sessionTokens', (join) =>
          join
            .onRef('sessionTokens.serviceId', '=', 'sessions.serviceId')
            .onRef('sessionTokens.keyHash', '=', 'sessions.keyHash'),
        )
        .select(['sessionId', 'userName', 'startedAt', 'activeAt', 'workspace', 'sealedToken', 'provenAt'])
        .where('sessions.serviceId', '=', serviceId)
        .where('sessions.keyHash', '=', keyHash)
        .orderBy('usedAt', 'desc')
        .execute();
      const [first] = rows;
      if (first === undefined || now() - first.startedAt > maxAgeMs) return null;
      const { sessionId, userName: user, activeAt } = first;
      if (idleMs !== null && now() - activeAt > idleMs) return null;
      const key = deriveKey(secret);
      const tokens = rows.flatMap(({ workspace, sealedToken, provenAt }) => {
        if (workspace === null || sealedToken === null || provenAt === null) return [];
        return [{ workspace, token: unsealToken(key, sealContext(workspace), sealedToken), provenAt }];
      });
      return { id: sessionId, secret, keyHash, user, activeAt, tokens };
    },

    async create(user: string | null, workspace: string, token: string): Promise<StoredSession> {
      const [secret, id, activeAt] = [createSecret(), randomUUID(), now()];
      const keyHash = hashSecret(secret);
      await removeEnded();
      const row = { serviceId, keyHash, sessionId: id, userName: user, startedAt: activeAt, activeAt };
      await db.insertInto('sessions').values(row).execute();
      const tokens = [{ workspace, token, provenAt: activeAt }];
      const session = { id, secret, keyHash, user, activeAt, tokens };
      await addToken(session, workspace, token);
      return session;
    },

    /** `sessionId` is the public ID, because a bulk delete outlives the request that had the secret. */
    async removeToken({ sessionId, workspace }: { sessionId: string; workspace: string }): Promise<void> {
      const keys = db.selectFrom('sessions').select('keyHash').where('sessionId', '=', sessionId);
      const tokens = db.deleteFrom('sessionTokens').where('keyHash', 'in', keys);
      await tokens.where((row) => row.and({ serviceId, workspace })).execute();
    },

    storeProof: (session: StoredSession, workspace: string) =>
      updateToken(session, workspace, { provenAt: now() }),
    storeUse: (session: StoredSession, workspace: string) =>
      updateToken(session, workspace, { usedAt: now() }),

    async storeActivity({ keyHash, activeAt }: StoredSession): Promise<void> {
      if (now() - activeAt < activityStepMs) return;
      const sessions = db.updateTable('sessions').set({ activeAt: now() });
      await sessions.where((row) => row.and({ serviceId, keyHash })).execute();
    },

    async remove({ keyHash }: StoredSession): Promise<void> {
      for (const table of ['sessionTokens', 'sessions'] as const)
        await db
          .deleteFrom(table)
          .where((row) => row.and({ serviceId, keyHash }))
          .execute();
    },
  };
}
