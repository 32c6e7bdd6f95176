import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { findPathValueProblem } from '../../rules/pathValues.ts';
import { isValidToken, quoteValue, redactTokens } from '../../rules/text.ts';
import type { Database } from '../database/database.ts';
import { RefusalError } from '../refusal.ts';
import type { Exchange } from '../requestLog.ts';
import type { Settings } from '../settings.ts';
import { type Access, type AccessProof, createAccessCheck, type ProveAccess } from './access.ts';
import type { PendingReads } from './pendingReads.ts';
import { readSecretCookie, setSecretCookie } from './secret.ts';
import { createSessionStore, type StoredSession } from './sessionStore.ts';

type SessionOptions = {
  database: Database;
  settings: Pick<Settings, 'serviceId' | 'idleMinutes' | 'userHeader'>;
  proveAccess: ProveAccess;
  pendingReads: PendingReads;
};

export type Sessions = ReturnType<typeof createSessions>;

/** Who a request comes from, and what it may do. Each function throws RefusalError. */
export function createSessions({ database, settings, proveAccess, pendingReads }: SessionOptions) {
  const { serviceId, idleMinutes, userHeader } = settings;
  const idleMs = idleMinutes === 'never' ? null : idleMinutes * 60_000;
  const store = createSessionStore(database, serviceId, idleMs);
  const findLostAccess = createAccessCheck(store, proveAccess, database.now);
  let actorKey: string | null = null;

  /** Null if no proxy in front names the person, an empty string if it should have named one. */
  function readUser(headers: IncomingHttpHeaders): string | null {
    if (userHeader === null) return null;
    const value = headers[userHeader];
    // Node reads header values as Latin-1.
    const text = typeof value === 'string' ? Buffer.from(value, 'latin1').toString('utf8').trim() : '';
    return text.length <= maxUserLength && /^[^\p{Cc}\u2028\u2029]*$/u.test(text) ? text : '';
  }

  /** "token 3f9a12cd" if no proxy in front names the person. The same after a restart and on each replica. */
  async function describeActor(user: string | null, token: string): Promise<string> {
    if (user !== null) return user;
    actorKey ??= await readOrCreateKey(database, serviceId);
    return `token ${createHmac('sha256', actorKey).update(token).digest('hex').slice(0, 8)}`;
  }

  /** The session, or why the request has none as a sentence. */
  async function find(exchange: Exchange): Promise<StoredSession | string> {
    const user = readUser(exchange.incoming.headers);
    if (user === '') return `The proxy in front of the console doesn't name you in the header ${userHeader}.`;
    const secret = readSecretCookie(exchange);
    const session = secret === null ? null : await store.find(secret);
    if (session === null) return "You're signed out.";
    if (session.user !== user) return "You're signed in as a different person now.";
    exchange.entry.tokens = session.tokens.map(({ token }) => token);
    return session;
  }

  async function requireSession(exchange: Exchange): Promise<StoredSession> {
    const session = await find(exchange);
    if (typeof session === 'string') throw new RefusalError('session', session);
    // The cookie comes with every request of the browser. Only our page knows the ID, and it may be one of an earlier session.
    if (!isRead(exchange) && exchange.incoming.headers['console-session'] !== session.id)
      throw new RefusalError('session', 'This page belongs to a different session. Sign in again.');
    return session;
  }

  async function authorize(exchange: Exchange, workspace: string): Promise<Access> {
    const session = await requireSession(exchange);
    const own = session.tokens.find((each) => each.workspace === workspace);
    if (own === undefined)
      throw new RefusalError('session', `You aren't signed in to the workspace ${quoteValue(workspace)}.`);
    const loss = await findLostAccess(session, own, exchange.entry.requestId);
    if (loss !== null)
      throw new RefusalError(
        loss.kind === 'refused' ? 'session' : 'service',
        loss.message,
        loss.status,
        loss.headers,
      );
    if (!isRead(exchange)) await store.storeActivity(session);
    const actor = await describeActor(session.user, own.token);
    return { sessionId: session.id, workspace, actor, token: own.token, tokens: exchange.entry.tokens };
  }

  async function signIn(exchange: Exchange, request: { workspace: string; token?: string | undefined }) {
    const user = readUser(exchange.incoming.headers);
    const session = await find(exchange);
    if (user === '') throw new RefusalError('session', String(session));
    const current = typeof session === 'string' ? null : session;
    const isAddition = exchange.incoming.headers['console-session'] === current?.id;
    const workspace = request.workspace.replace(/\p{Default_Ignorable_Code_Point}/gu, '').trim();
    const tokens = listTokens(request.token, current);
    const problem = findPathValueProblem(redactTokens(workspace, [...tokens, ...exchange.entry.tokens]));
    if (problem !== null) throw new RefusalError('path', `The workspace ${problem}.`);
    const accepted = await findAccepted(workspace, tokens, exchange.entry.requestId);

    const isKept = current !== null && isAddition;
    const next = isKept ? current : await store.create(user, accepted.workspace, accepted.token);
    accepted.reads?.assign(next.id);
    if (isKept) {
      await store.addToken(current, accepted.workspace, accepted.token);
      await store.storeActivity(current);
    } else {
      // Its bulk deletes go on, because this isn't a sign-out.
      if (current !== null) await store.remove(current);
      setSecretCookie(exchange, next.secret);
    }
    const actor = await describeActor(user, accepted.token);
    return { workspace: accepted.workspace, sessionId: next.id, actor };
  }

  async function findAccepted(workspace: string, tokens: readonly string[], requestId: string) {
    let refusal: AccessProof | null = null;
    for (const token of tokens) {
      const reads = await pendingReads.start(workspace, token, requestId);
      const proof = await proveAccess(workspace, token, requestId);
      if (proof.kind === 'proven') {
        const spelling = await reads.findSpelling();
        const isOther =
          spelling !== null && (await proveAccess(spelling, token, requestId)).kind === 'proven';
        return isOther ? { workspace: spelling, token, reads: null } : { workspace, token, reads };
      }
      reads.cancel();
      refusal = proof;
      if (proof.kind === 'failed') break;
    }
    if (refusal === null) throw new RefusalError('session', 'Sign in with an access token.');
    throw new RefusalError('service', refusal.message, refusal.status, refusal.headers);
  }

  return {
    ...{ find, requireSession, authorize, signIn, storeUse: store.storeUse },
    async storeActivity(exchange: Exchange): Promise<void> {
      await store.storeActivity(await requireSession(exchange));
    },
    describeActor: ({ user }: StoredSession, token: string) => describeActor(user, token),
    removeToken: store.removeToken,
    async signOut(exchange: Exchange): Promise<string | null> {
      const secret = readSecretCookie(exchange);
      const session = secret === null ? null : await store.find(secret);
      if (session !== null) await store.remove(session);
      setSecretCookie(exchange, null);
      return session?.id ?? null;
    },
  };
}

const maxUserLength = 200;

function isRead({ incoming }: Exchange): boolean {
  return incoming.method === 'GET' || incoming.method === 'HEAD';
}

function listTokens(text: string | undefined, session: StoredSession | null): string[] {
  if (text === undefined) return [...new Set(session?.tokens.map(({ token }) => token))];
  const token = text.trim();
  if (isValidToken(token)) return [token];
  const message = 'An access token has 1 to 8192 characters, and no spaces or accents.';
  throw new RefusalError('invalid', message);
}

async function readOrCreateKey({ db }: Database, serviceId: string): Promise<string> {
  const row = { serviceId, name: 'actor-key', value: randomBytes(32).toString('hex') };
  // Two servers may start at the same time, so both read what is stored.
  const insertion = db.insertInto('settings').values(row);
  await insertion.onConflict((conflict) => conflict.doNothing()).execute();
  const stored = db.selectFrom('settings').select('value');
  const { value } = await stored
    .where((each) => each.and({ serviceId, name: row.name }))
    .executeTakeFirstOrThrow();
  return value;
}
