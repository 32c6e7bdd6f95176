import { createHmac, hash, randomBytes, randomUUID } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import { foldCase } from '../../rules/text.ts';
import type { EpochMs } from '../../rules/time.ts';
import { type Database, storeSettingOnce, type Trx } from '../database/database.ts';
import type { SessionRow, Tables } from '../database/schema.ts';
import { createSecret, hashSecret, type SessionCookie, sealToken, unsealToken } from './cookies.ts';

export type Access = Pick<SessionRow, 'sessionId' | 'workspace' | 'actor'> & {
  /** Must not be stored, logged or shown as it is. */
  token: string;
  /** The request's time, by the database's clock. */
  time: EpochMs;
  /** Also sent to the service, so that both logs can have it. */
  requestId: string;
};

export type FoundSession = Omit<Access, 'requestId'> &
  Omit<SessionRow, 'sealedToken'> & {
    cookie: SessionCookie;
    /** Why it can't be used any more, as a sentence, or null. */
    end: string | null;
  };

type NewSession = Pick<SessionRow, 'workspace' | 'userName'> & { token: string };

const maxAgeMs = 12 * 60 * 60_000;
/** From this age (ms) on, no row is needed to say why a session ended. */
const keptMs = 2 * maxAgeMs;
/** A clock that was set back by less (ms) ends no session. */
const clockStepMs = 5_000;

export class SessionStore {
  readonly #database: Database;
  readonly #idleMinutes: number | 'never';

  constructor(database: Database, idleMinutes: number | 'never') {
    this.#database = database;
    this.#idleMinutes = idleMinutes;
  }

  /** Also sessions that ended by time, while their rows are kept. */
  async find(cookies: readonly SessionCookie[]): Promise<FoundSession[]> {
    const { db, time } = this.#database;
    const byHash = new Map(cookies.map((cookie) => [hashSecret(cookie.secret), cookie]));
    if (byHash.size === 0) return [];
    const rows = await db
      .selectFrom('sessions')
      .selectAll()
      .select(time.as('time'))
      .where('keyHash', 'in', [...byHash.keys()])
      .execute();
    return rows.flatMap(({ sealedToken, ...row }) => {
      const cookie = byHash.get(row.keyHash);
      const token = cookie === undefined ? null : unsealToken(cookie.secret, placeOf(row), sealedToken);
      if (cookie === undefined || token === null) return [];
      return [{ ...row, cookie, token, end: this.#findEnd(row) }];
    });
  }

  /** Those that open a session, or through which a sign-in or Sign out finds the running deletions of an earlier one. */
  async findUseful(cookies: readonly SessionCookie[]): Promise<SessionCookie[]> {
    if (cookies.length === 0) return [];
    const { db } = this.#database;
    const known = db.selectFrom('sessions').select(['keyHash', 'replacedHash']);
    const rows = await known.where(isOpenedBy(cookies)).execute();
    const hashes = new Set(rows.flatMap(({ keyHash, replacedHash }) => [keyHash, replacedHash]));
    return cookies.filter(({ secret }) => hashes.has(hashSecret(secret)));
  }

  #findEnd({ startedAt, activeAt, time }: Pick<FoundSession, 'startedAt' | 'activeAt' | 'time'>) {
    const [ageMs, idleMs] = [time - startedAt, time - activeAt];
    // NaN, from a damaged row, must end it.
    if (!(ageMs >= -clockStepMs && idleMs >= -clockStepMs)) return "You're signed out.";
    if (ageMs > maxAgeMs) return 'You were signed out after 12 hours.';
    if (this.#idleMinutes === 'never' || idleMs <= this.#idleMinutes * 60_000) return null;
    const minutes = this.#idleMinutes === 1 ? '1 minute' : `${this.#idleMinutes} minutes`;
    return `You were signed out after ${minutes} without activity.`;
  }

  /** Running deletions of a `replaced` session go on with the new one if the actor is the same, and stop otherwise. */
  create(
    { token, ...session }: NewSession,
    replaced: readonly SessionCookie[],
    ended: readonly SessionCookie[],
  ) {
    const { workspace, userName } = session;
    const [secret, sessionId] = [createSecret(), randomUUID()];
    return this.#database.inWorkspace(workspace, async (trx, now) => {
      const actor = userName ?? (await describeToken(trx, token));
      const own = trx.selectFrom('sessions').select('sessionId').where(isOpenedBy(replaced));
      await trx
        .updateTable('deletions')
        .set({ sessionId })
        .where('workspace', '=', workspace)
        .where('sessionId', 'in', own.where('actor', '=', actor))
        .execute();
      await trx
        .deleteFrom('sessions')
        .where(isOpenedBy([...replaced, ...ended]))
        .execute();
      await removeOldSessions(trx, now);
      const row: SessionRow = {
        ...session,
        actor,
        sessionId,
        keyHash: hashSecret(secret),
        replacedHash: replaced[0] === undefined ? null : hashSecret(replaced[0].secret),
        sealedToken: sealToken(secret, placeOf({ ...session, actor, sessionId }), token),
        startedAt: now,
        activeAt: now,
      };
      await trx.insertInto('sessions').values(row).execute();
      return { sessionId, actor, secret };
    });
  }

  async storeActivity(sessions: readonly FoundSession[]): Promise<void> {
    const { time } = this.#database;
    const hashes = sessions.map(({ keyHash }) => keyHash);
    await this.#database.transaction((trx) =>
      trx.updateTable('sessions').set({ activeAt: time }).where('keyHash', 'in', hashes).execute(),
    );
  }

  async end(sessionId: string): Promise<void> {
    await this.#database.transaction((trx) =>
      trx.deleteFrom('sessions').where('sessionId', '=', sessionId).execute(),
    );
  }

  /** Also damaged rows, and replacements whose cookies got lost. */
  async endAll(cookies: readonly SessionCookie[]): Promise<void> {
    if (cookies.length === 0) return;
    await this.#database.transaction((trx) =>
      trx.deleteFrom('sessions').where(isOpenedBy(cookies)).execute(),
    );
  }

  /** The first spelling counts. Between two at once, the unique index decides. */
  claimSpelling(workspace: string): Promise<string> {
    // PostgreSQL can't index long texts.
    const foldedHash = hash('sha256', foldCase(workspace));
    return this.#database.transaction(async (trx) => {
      const row = { name: workspace, foldedHash, version: 0, databases: null };
      const claim = trx.insertInto('workspaces').values(row);
      await claim.onConflict((conflict) => conflict.doNothing()).execute();
      const stored = trx.selectFrom('workspaces').select('name').where('foldedHash', '=', foldedHash);
      return (await stored.executeTakeFirstOrThrow()).name;
    });
  }
}

/** Such as "token 3f9a12cd": the same for all servers of a database. */
async function describeToken(trx: Trx, token: string): Promise<string> {
  const key = await storeSettingOnce(trx, 'actor-key', randomBytes(32).toString('hex'));
  return `token ${createHmac('sha256', key).update(token).digest('hex').slice(0, 8)}`;
}

/** Except those by which a running deletion may send. */
async function removeOldSessions(trx: Trx, now: EpochMs): Promise<void> {
  const open = trx.selectFrom('deletionItems').select('deletionId').where('endedAt', 'is', null);
  const running = trx.selectFrom('deletions').select('sessionId').where('id', 'in', open);
  const old = trx.deleteFrom('sessions').where('startedAt', '<', now - keptMs);
  await old.where('sessionId', 'not in', running).execute();
}

function isOpenedBy(cookies: readonly SessionCookie[]) {
  const hashes = ['', ...cookies.map(({ secret }) => hashSecret(secret))];
  return ({ or, eb }: ExpressionBuilder<Tables, 'sessions'>) =>
    or([eb('keyHash', 'in', hashes), eb('replacedHash', 'in', hashes)]);
}

/** Bound to the sealed token, so that a row in which one was changed opens nothing. */
function placeOf(row: Pick<SessionRow, 'sessionId' | 'workspace' | 'userName' | 'actor'>): string {
  return JSON.stringify([row.sessionId, row.workspace, row.userName, row.actor]);
}
