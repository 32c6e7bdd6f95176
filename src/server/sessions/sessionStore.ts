import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { foldCase } from '../../rules/text.ts';
import type { Database } from '../database/database.ts';
import type { SessionRow } from '../database/schema.ts';
import type { Access } from './access.ts';
import type { SessionCookie } from './cookies.ts';
import { createSecret, hashSecret, sealToken, unsealToken } from './secret.ts';

export type StoredSession = Access &
  Pick<SessionRow, 'keyHash' | 'userName' | 'startedAt' | 'activeAt'> & {
    cookie: SessionCookie;
    /** Why it can't be used any more, as a sentence. Null as long as it can. */
    end: string | null;
  };

export type NewSession = Pick<SessionRow, 'workspace' | 'userName' | 'actor'> & { token: string };

/** More cookies of one request aren't looked at. */
export const maxSessions = 20;

const hourMs = 60 * 60 * 1000;
const maxAgeMs = 12 * hourMs;
/** A row stays for so long (ms), so that a page that comes back is told why its session has ended. */
const keptMs = 24 * hourMs;
/** A clock that was set back by less (ms) ends no session. */
const clockStepMs = 5_000;

/** Reads and writes the sessions, and the spelling of their workspaces. */
export class SessionStore {
  readonly #database: Database;
  readonly #idleMinutes: number | 'never';
  #actorKey: string | null = null;

  constructor(database: Database, idleMinutes: number | 'never') {
    this.#database = database;
    this.#idleMinutes = idleMinutes;
  }

  /** Those that ended by time are there as long as their rows. One query returns the sessions and the time. */
  async find(cookies: readonly SessionCookie[]): Promise<StoredSession[]> {
    const { db, time } = this.#database;
    const byHash = new Map(
      cookies.slice(0, maxSessions).map((cookie) => [hashSecret(cookie.secret), cookie]),
    );
    if (byHash.size === 0) return [];
    const rows = await db
      .selectFrom('sessions')
      .selectAll()
      .select(time.as('time'))
      .where('keyHash', 'in', [...byHash.keys()])
      .execute();
    return rows.flatMap(({ sealedToken, ...row }) => {
      const cookie = byHash.get(row.keyHash);
      const token = cookie === undefined ? null : unseal(cookie.secret, row, sealedToken);
      if (cookie === undefined || token === null) return [];
      return [{ ...row, cookie, token, end: this.#findEnd(row) }];
    });
  }

  #findEnd({ startedAt, activeAt, time }: Pick<StoredSession, 'startedAt' | 'activeAt' | 'time'>) {
    const [ageMs, idleMs] = [time - startedAt, time - activeAt];
    // A damaged number fails every comparison.
    if (!(ageMs >= -clockStepMs && idleMs >= -clockStepMs)) return "You're signed out.";
    if (ageMs > maxAgeMs) return 'You were signed out after 12 hours.';
    if (this.#idleMinutes === 'never' || idleMs <= this.#idleMinutes * 60_000) return null;
    const minutes = this.#idleMinutes === 1 ? '1 minute' : `${this.#idleMinutes} minutes`;
    return `You were signed out after ${minutes} without activity.`;
  }

  /** @returns its public ID, and the value of its cookie */
  async create({ token, ...session }: NewSession): Promise<{ sessionId: string; secret: string }> {
    const { db, time } = this.#database;
    const [secret, sessionId] = [createSecret(), randomUUID()];
    const sealedToken = sealToken(secret, placeOf({ ...session, sessionId }), token);
    const keyHash = hashSecret(secret);
    await db
      .insertInto('sessions')
      .values({ ...session, keyHash, sessionId, sealedToken, startedAt: time, activeAt: time })
      .execute();
    return { sessionId, secret };
  }

  async storeActivity(sessions: readonly StoredSession[]): Promise<void> {
    const { db, time } = this.#database;
    const hashes = sessions.map(({ keyHash }) => keyHash);
    await db.updateTable('sessions').set({ activeAt: time }).where('keyHash', 'in', hashes).execute();
  }

  async end(sessionId: string): Promise<void> {
    await this.#database.db.deleteFrom('sessions').where('sessionId', '=', sessionId).execute();
  }

  /** Also a damaged row. @returns the public IDs of those that were there */
  async endAll(cookies: readonly SessionCookie[]): Promise<string[]> {
    if (cookies.length === 0) return [];
    const hashes = cookies.map(({ secret }) => hashSecret(secret));
    const removal = this.#database.db.deleteFrom('sessions').where('keyHash', 'in', hashes);
    return (await removal.returning('sessionId').execute()).map(({ sessionId }) => sessionId);
  }

  /** Removes the rows of sessions that ended by time. A running deletion keeps its own, which is its permission to send. */
  async removeEnded(): Promise<void> {
    const { db, time } = this.#database;
    const open = db.selectFrom('deletionItems').select('deletionId').where('outcomeCode', 'is', null);
    const running = db.selectFrom('deletions').select('sessionId').where('id', 'in', open);
    await db
      .deleteFrom('sessions')
      .where('startedAt', '<', (expression) => expression(time, '-', keptMs))
      .where('sessionId', 'not in', running)
      .execute();
  }

  /** The one spelling of a workspace. The first is stored, and the unique index decides between two. */
  async claimSpelling(workspace: string): Promise<string> {
    const { db } = this.#database;
    // A hash, because an index of PostgreSQL can't hold long texts.
    const foldedHash = createHash('sha256').update(foldCase(workspace)).digest('hex');
    await db
      .insertInto('workspaces')
      .values({ name: workspace, foldedHash, version: 0, databases: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const stored = db.selectFrom('workspaces').select('name').where('foldedHash', '=', foldedHash);
    return (await stored.executeTakeFirstOrThrow()).name;
  }

  /** The key under which tokens become names of actors. The same after a restart, and on each replica. */
  async readActorKey(): Promise<string> {
    if (this.#actorKey !== null) return this.#actorKey;
    const { db } = this.#database;
    const row = { name: 'actor-key', value: randomBytes(32).toString('hex') };
    // Two servers may start at the same time, so both read what is stored.
    await db
      .insertInto('settings')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const stored = db.selectFrom('settings').select('value').where('name', '=', row.name);
    const { value } = await stored.executeTakeFirstOrThrow();
    this.#actorKey = value;
    return value;
  }
}

type Sealed = Pick<SessionRow, 'sessionId' | 'workspace' | 'userName' | 'actor'>;

/** A changed row must open nothing, so the token is sealed together with whom and what it is for. */
function placeOf({ sessionId, workspace, userName, actor }: Sealed): string {
  return JSON.stringify([sessionId, workspace, userName, actor]);
}

/** Null for a damaged row, which is no session. */
function unseal(secret: string, row: Sealed, sealedToken: string): string | null {
  try {
    return unsealToken(secret, placeOf(row), sealedToken);
  } catch {
    return null;
  }
}
