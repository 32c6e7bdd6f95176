import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import type { SignInRequest } from '../../rules/requests.ts';
import type { Database } from '../database/database.ts';
import { RefusalError, requirePathValue } from '../refusal.ts';
import type { ApiEnv, HonoEnv } from '../requestLog.ts';
import type { Settings } from '../settings.ts';
import {
  getCookieName,
  isLoopback,
  maxSessionCookies,
  readCookies,
  removeCookies,
  storeCookie,
} from './cookies.ts';
import type { ProveAccess } from './proof.ts';
import { type Access, type FoundSession, SessionStore } from './sessionStore.ts';

const proofMs = 30_000;
const maxPersonLength = 200;

export class Sessions {
  readonly #store: SessionStore;
  readonly #userHeader: string | null;
  readonly #proveAccess: ProveAccess;

  constructor(database: Database, settings: Settings, proveAccess: ProveAccess) {
    this.#store = new SessionStore(database, settings.idleMinutes);
    this.#userHeader = settings.userHeader;
    this.#proveAccess = proveAccess;
  }

  async authorize(context: Context<ApiEnv>, workspace: string): Promise<Access> {
    const found = await this.#store.find(readCookies(context));
    const ofWorkspace = found.filter((each) => each.workspace === workspace);
    const session = requireNamed(context, this.#requireOpen(context, ofWorkspace));
    return { ...session, requestId: context.env.entry.requestId };
  }

  /** This person's open sessions by cookie, the last active first. @throws RefusalError with 401 if there is none */
  async list(context: Context<HonoEnv>): Promise<FoundSession[]> {
    return this.#requireOpen(context, await this.#store.find(readCookies(context)));
  }

  /** As `list`, but never refuses. The response removes cookies that are of no use. */
  async listForPage(context: Context<HonoEnv>): Promise<FoundSession[]> {
    const sent = readCookies(context);
    const useful = await this.#store.findUseful(sent);
    const names = new Set(useful.map(({ name }) => name));
    removeCookies(
      context,
      sent.filter(({ name }) => !names.has(name)),
    );
    try {
      return await this.list(context);
    } catch (error) {
      if (error instanceof RefusalError) return [];
      throw error;
    }
  }

  async storeActivity(context: Context<HonoEnv>): Promise<void> {
    const open = await this.list(context);
    requireNamed(context, open);
    await this.#store.storeActivity(open);
  }

  async signIn(context: Context<HonoEnv>, { workspace: typed, token }: SignInRequest) {
    requireSameHost(context);
    const userName = readPerson(context.env.incoming, this.#userHeader);
    requirePathValue('The workspace', typed, token);
    const workspace = await this.#prove(typed, token, context);
    const name = getCookieName(context, workspace);
    const sent = readCookies(context);
    const replaced = sent.filter((cookie) => cookie.name === name);
    const others = sent.filter((cookie) => cookie.name !== name);
    const oldest = others.slice(0, others.length < maxSessionCookies ? 0 : 1);
    const session = { workspace, userName, token };
    const { sessionId, actor, secret } = await this.#store.create(session, replaced, oldest);
    removeCookies(context, oldest);
    storeCookie(context, { name, secret });
    return { workspace, sessionId, actor };
  }

  /** Also stops the sessions' running deletions. */
  async signOut(context: Context<HonoEnv>): Promise<void> {
    const sent = readCookies(context);
    removeCookies(context, sent);
    try {
      await this.#store.endAll(sent);
    } catch (cause) {
      const message =
        "You're signed out in this browser, but the console's database couldn't remove the session. A running delete may go on.";
      throw new RefusalError('storage', message, 503, { cause });
    }
  }

  /** After the service's 401 for its token. Only this session ends, because the browser may have a newer one. */
  end({ sessionId }: Pick<Access, 'sessionId'>): Promise<void> {
    return this.#store.end(sessionId);
  }

  #requireOpen({ env }: Pick<Context<HonoEnv>, 'env'>, found: readonly FoundSession[]): FoundSession[] {
    const person = readPerson(env.incoming, this.#userHeader);
    const own = found.filter(({ userName }) => userName === person);
    const open = own.filter(({ end }) => end === null);
    if (open.length > 0) return open.sort((a, b) => b.activeAt - a.activeAt || b.startedAt - a.startedAt);
    const isOther = found.some(({ end }) => end === null);
    const message = isOther ? "You're signed in as a different person now." : own[0]?.end;
    throw new RefusalError('session', message ?? "You're signed out.");
  }

  /** @returns the one spelling of the workspace, because a second one would have a second log, and could delete twice */
  async #prove(typed: string, token: string, { env }: Context<HonoEnv>): Promise<string> {
    const endsAt = performance.now() + proofMs;
    const { requestId } = env.entry;
    await this.#proveAccess({ workspace: typed, token, requestId }, endsAt);
    const workspace = await this.#store.claimSpelling(typed);
    if (workspace !== typed) await this.#proveAccess({ workspace, token, requestId }, endsAt);
    return workspace;
  }
}

/** A forged request may have the cookie, but not the ID: only our page can read it. An old page has an earlier one. */
function requireNamed({ req }: Context, open: readonly FoundSession[]): FoundSession {
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  const id = req.header('console-session');
  const session = isRead ? open[0] : open.find(({ sessionId }) => sessionId === id);
  if (session !== undefined) return session;
  throw new RefusalError('session', 'This page belongs to a different session. Sign in again.');
}

/** If a proxy sends a loopback `Host`, the cookie of a public name would lack `Secure`. */
function requireSameHost({ req }: Context): void {
  const origin = req.header('origin');
  if (origin === undefined || !isLoopback(req.header('host') ?? '')) return;
  if (isLoopback(origin.replace(/^https?:\/\//, ''))) return;
  const message =
    "The proxy in front of the console doesn't pass on the address of this page, so nobody can sign in. Let it set the header Host.";
  throw new RefusalError('invalid', message, 400);
}

/** Null if no header is configured. @throws RefusalError if it is missing, comes twice or has no name */
export function readPerson(
  { headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>,
  header: string | null,
): string | null {
  if (header === null) return null;
  const values = headersDistinct[header] ?? [];
  const name = values.length === 1 ? decodeHeader(values[0] ?? '').trim() : '';
  if (isName(name)) return name;
  const message = `The proxy in front of the console doesn't name you in the header ${header}.`;
  throw new RefusalError('session', message);
}

/** Node reads header values as Latin-1. Bytes that aren't UTF-8 stay so, because U+FFFD could make two people one. */
function decodeHeader(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  const text = bytes.toString();
  return Buffer.from(text).equals(bytes) ? text : value;
}

const noName = /^(?:|null|nil|none|undefined|unknown|unset|empty|guest|nobody|anonymous(?:user)?)$/i;

/** A proxy that knows nobody may send nothing, `-`, `(null)` or a placeholder of its configuration. */
function isName(text: string): boolean {
  if (text.length > maxPersonLength || /[\p{Cc}\u2028\u2029\ufffd{}$<>?]|%\{|@.*,.*@/u.test(text))
    return false;
  // A template may say "null null" or "undefined@undefined", perhaps after a domain.
  const words = text.replace(/^.*[\\:]|[ _](?:logon|user)$|\bn[/.]a\b/gi, '').split(/[^\p{L}\p{N}]+/u);
  return words.some((word) => !noName.test(word));
}
