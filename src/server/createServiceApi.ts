import { createHash } from 'node:crypto';
import { askForDelete, type KeptAnswer } from './askForDelete.ts';
import { beginAnswer } from './beginAnswer.ts';
import { createDeleteMemory } from './createDeleteMemory.ts';
import { createOperationMatcher } from './createOperationMatcher.ts';
import type { Exchange } from './Exchange.ts';
import { forwardedHeaders } from './forwardedHeaders.ts';
import { hasBody } from './hasBody.ts';
import type { Limits } from './limits.ts';
import { refuse } from './refuse.ts';
import { relayRead } from './relayRead.ts';
import type { Upstream } from './Upstream.ts';

export type ServiceApi = {
  /**
   * Answers one request below /api: passes on what `createOperationMatcher` knows, refuses the rest.
   * @param target raw request target below /api, with its query
   */
  handle(exchange: Exchange, target: string): Promise<void>;
  /** Resolves when no delete is under way, also none whose browser left. */
  settled(): Promise<void>;
};

type Options = { upstream: Upstream; instancesPath: string | null; limits: Limits };

/** The operations of section 4 for the browser, in front of an upstream. Deletes are sent once per Idempotency-Key. */
export function createServiceApi({ upstream, instancesPath, limits }: Options): ServiceApi {
  const match = createOperationMatcher(instancesPath);
  const memory = createDeleteMemory(limits);
  /** Deletes on their way to the service, each with the hash of its token. */
  const underWay = new Map<Promise<KeptAnswer>, string>();

  function send(path: string, headers: Record<string, string>, tokenHash: string): Promise<KeptAnswer> {
    const answer = askForDelete(upstream, { method: 'DELETE', path, headers }, limits);
    underWay.set(answer, tokenHash);
    void answer.finally(() => underWay.delete(answer));
    return answer;
  }

  function hasRoomFor(tokenHash: string): boolean {
    if (underWay.size >= limits.deletesUnderWay) return false;
    const own = [...underWay.values()].filter((hash) => hash === tokenHash);
    return own.length < limits.deletesPerToken;
  }

  return {
    async handle(exchange, target) {
      const { request, requestId } = exchange;
      const [path = ''] = target.split('?', 1);
      exchange.route = '/api/*';
      const found = match(request.method ?? '', path);
      if (found.kind === 'unknown') return refuse(exchange, 404, 'There is no such operation.');
      if (found.kind === 'refused')
        return refuse(exchange, 400, `The path has a part that ${found.why}. Nothing was sent.`);
      if (found.kind === 'wrong-method')
        return refuse(exchange, 405, `This path takes ${found.allow}.`, ['Allow', found.allow]);
      exchange.route = `/api${found.template}`;
      exchange.provenPath = `/api${path}`;
      if (path !== target) return refuse(exchange, 400, 'The operations take no query. Nothing was sent.');
      if (hasBody(request)) return refuse(exchange, 413, 'The operations take no body. Nothing was sent.');
      const headers = forwardedHeaders(request, requestId);
      if (typeof headers === 'string') return refuse(exchange, 400, `${headers} Nothing was sent.`);
      if (found.method === 'GET')
        return relayRead(upstream, { method: 'GET', path, headers }, exchange, limits.readMs);

      const { authorization, 'idempotency-key': key } = headers;
      if (authorization === undefined) return refuse(exchange, 401, 'A token is needed. Nothing was sent.');
      if (key === undefined)
        return refuse(exchange, 400, 'A deletion needs an Idempotency-Key. Nothing was sent.');
      const tokenHash = createHash('sha256').update(authorization).digest('base64');
      const answer = memory.answer({ key, authorization, target: path }, () =>
        hasRoomFor(tokenHash) ? send(path, headers, tokenHash) : null,
      );
      if (answer === 'mismatch')
        return refuse(exchange, 422, 'This Idempotency-Key belongs to another deletion. Nothing was sent.');
      if (answer === 'full')
        return refuse(exchange, 429, 'Too many deletions are under way. Nothing was sent.', [
          'Retry-After',
          '5',
        ]);
      give(exchange, await answer);
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay.keys());
    },
  };
}

function give(exchange: Exchange, { status, headers, requestId, body }: KeptAnswer): void {
  const withLength =
    status === 204 || status === 205 ? headers : [...headers, 'content-length', `${body.length}`];
  beginAnswer(requestId === null ? exchange : { ...exchange, requestId }, status, withLength);
  exchange.response.end(body);
}
