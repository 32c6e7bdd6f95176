import { afterEach, describe, expect, it } from 'vitest';
import { climbs, fuzzTargets } from '../support/fuzzTargets.ts';
import { upstreamConsole } from '../support/upstreamConsole.ts';
import { upstreamRawCall, upstreamRawRequest } from '../support/upstreamRawCall.ts';
import { type UpstreamScript, upstreamJson, upstreamScript } from '../support/upstreamScript.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const listing = '/workspaces/{workspaceSlug}/databases/{databaseName}/compute';

async function ownServer(service: UpstreamScript): Promise<number> {
  const own = await upstreamConsole({ SERVICE_URL: service.url, INSTANCES_PATH: listing });
  ends.push(own.end);
  return own.port;
}

describe('200 pairs of method and target before the own server', { timeout: 120_000 }, () => {
  it('reach the service as they are, or not at all', async () => {
    const service = await upstreamScript((_, socket) => socket.write(upstreamJson(200, [])));
    ends.push(service.close);
    const port = await ownServer(service);
    const pairs = fuzzTargets();
    expect(pairs).toHaveLength(200);
    const wrong: unknown[] = [];
    let forwarded = 0;
    for (const [number, { method, target, fits }] of pairs.entries()) {
      const before = service.requests.length;
      const answer = await upstreamRawCall(
        port,
        upstreamRawRequest(method, target, ['Authorization: Bearer t', `Idempotency-Key: ${number}`]),
      );
      const arrived = service.requests.slice(before);
      forwarded += arrived.length;
      const intact = arrived.every(
        (request) => request.method === method && `/api${request.target}` === target && !climbs(target),
      );
      if (arrived.length !== (fits ? 1 : 0) || !intact || (fits && answer.status !== 200))
        wrong.push({
          method,
          target,
          fits,
          status: answer.status,
          arrived: arrived.map((one) => one.target),
        });
      // What was not passed on is an own answer: never a page that the path happened to reach under another name.
      if (!fits && target.startsWith('/api/') && answer.status < 400)
        wrong.push({ target, status: answer.status });
    }
    expect(wrong).toEqual([]);
    expect(forwarded).toBe(100);
  });
});
