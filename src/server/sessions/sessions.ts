import { parseBody, readMessage } from '../../rules/body.ts';
import { findPathValueProblem } from '../../rules/pathValues.ts';
import { quoteValue } from '../../rules/text.ts';
import { isValidToken, redactToken } from '../../rules/token.ts';
import type { Database } from '../database/database.ts';
import { RefusalError } from '../refusal.ts';
import type { Exchange } from '../requestLog.ts';
import type { AccessProof } from '../service/proveAccess.ts';
import type { BufferedResponse } from '../service/responses.ts';
import type { Settings } from '../settings.ts';
import { type Access, createRenewal, type ProveAccess } from './access.ts';
import { createActors } from './actor.ts';
import { readSecret, removeSecret, writeSecret } from './cookie.ts';
import type { PendingReads } from './pendingReads.ts';
import { createSessionStore, type Session } from './sessionStore.ts';

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
  const store = createSessionStore(
    database,
    serviceId,
    idleMinutes === 'never' ? null : idleMinutes * 60_000,
  );
  const actors = createActors(database, serviceId, userHeader);
  const findLoss = createRenewal(store, proveAccess, database.now);

  /** The session, or why the request has none as a sentence. */
  async function find(exchange: Exchange): Promise<Session | string> {
    const user = actors.readUser(exchange.incoming.headers);
    if (user === '') return `The proxy in front of the console doesn't name you in the header ${userHeader}.`;
    const secret = readSecret(exchange);
    const session = secret === null ? null : await store.find(secret);
    if (session === null) return "You're signed out.";
    if (session.user !== user) return "You're signed in as a different person now.";
    exchange.entry.tokens = session.tokens.map(({ token }) => token);
    return session;
  }

  async function requireSession(exchange: Exchange): Promise<Session> {
    const session = await find(exchange);
    if (typeof session === 'string') throw new RefusalError(401, 'session', session);
    // The cookie comes with every request of the browser. Only our page knows the ID, and it may be one of an earlier session.
    if (!isRead(exchange) && exchange.incoming.headers['console-session'] !== session.id)
      throw new RefusalError(401, 'session', 'This page belongs to a different session. Sign in again.');
    return session;
  }

  async function authorize(exchange: Exchange, workspace: string): Promise<Access> {
    const session = await requireSession(exchange);
    const token = session.tokens.find((each) => each.workspace === workspace);
    if (token === undefined)
      throw new RefusalError(
        401,
        'session',
        `You aren't signed in to the workspace ${quoteValue(workspace)}.`,
      );
    const loss = await findLoss(session, token, exchange.entry.requestId);
    if (loss !== null) throw toRefusal(loss, loss.status < 500 ? 'session' : 'service');
    if (!isRead(exchange)) await store.storeActivity(session);
    const actor = await actors.describe(session.user, token.token);
    return { sessionId: session.id, workspace, actor, token: token.token };
  }

  async function signIn(exchange: Exchange, request: { workspace: string; token?: string | undefined }) {
    const user = actors.readUser(exchange.incoming.headers);
    const session = await find(exchange);
    if (user === '') throw new RefusalError(401, 'session', String(session));
    const current = typeof session === 'string' ? null : session;
    const isAddition = exchange.incoming.headers['console-session'] === current?.id;
    const workspace = request.workspace.replace(/\p{Default_Ignorable_Code_Point}/gu, '').trim();
    const problem = findPathValueProblem(redactToken(workspace, request.token ?? ''));
    if (problem !== null) throw new RefusalError(422, 'path', `The workspace ${problem}.`);
    const tokens = listTokens(request.token, current);
    const accepted = await findAccepted(workspace, tokens, exchange.entry.requestId);

    if (current !== null && isAddition) {
      await store.addToken(current.secret, accepted.workspace, accepted.token);
      await store.storeActivity(current);
      accepted.reads?.assign(current.id);
      return describe(current, accepted);
    }
    const next = await store.create(user, accepted.workspace, accepted.token);
    accepted.reads?.assign(next.id);
    // Its bulk deletes go on, because this isn't a sign-out.
    if (current !== null) await store.remove(current.secret);
    writeSecret(exchange, next.secret);
    return describe(next, accepted);
  }

  async function describe({ id, user }: Session, { workspace, token }: { workspace: string; token: string }) {
    return { workspace, sessionId: id, actor: await actors.describe(user, token) };
  }

  /** Tries each token until the service accepts one for the workspace. */
  async function findAccepted(workspace: string, tokens: readonly string[], requestId: string) {
    let refusal: Exclude<AccessProof, { kind: 'proven' }> | null = null;
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
    if (refusal === null) throw new RefusalError(401, 'session', 'Sign in with an access token.');
    throw toRefusal(refusal.response, 'service');
  }

  return {
    find,
    requireSession,
    authorize,
    signIn,
    async storeActivity(exchange: Exchange): Promise<void> {
      await store.storeActivity(await requireSession(exchange));
    },
    describeActor: ({ user }: Session, token: string) => actors.describe(user, token),
    storeUse: store.storeUse,
    /** After a 401 of the service. */
    removeToken: store.removeToken,
    /** @returns the public ID of the session that ended, or null */
    async signOut(exchange: Exchange): Promise<string | null> {
      const secret = readSecret(exchange);
      const session = secret === null ? null : await store.find(secret);
      if (secret !== null) await store.remove(secret);
      removeSecret(exchange);
      return session?.id ?? null;
    },
  };
}

function isRead({ incoming }: Exchange): boolean {
  return incoming.method === 'GET' || incoming.method === 'HEAD';
}

/** The given token, or those of the session, the last used first. */
function listTokens(text: string | undefined, session: Session | null): string[] {
  if (text === undefined) return [...new Set(session?.tokens.map(({ token }) => token))];
  const token = text.trim();
  if (isValidToken(token)) return [token];
  throw new RefusalError(
    422,
    'invalid',
    'An access token has 1 to 8192 characters, and no spaces or accents.',
  );
}

function toRefusal({ status, body, headers }: BufferedResponse, code: 'session' | 'service'): RefusalError {
  const message = readMessage(parseBody(status, 'application/json', Buffer.from(body).toString()));
  const sentence = message ?? `The service didn't accept the access token (HTTP ${status}).`;
  const wait = headers['retry-after'] ?? '';
  // A date belongs to the service's clock, which this response doesn't have.
  return new RefusalError(status, code, sentence, /^\d+$/.test(wait) ? { 'retry-after': wait } : {});
}
