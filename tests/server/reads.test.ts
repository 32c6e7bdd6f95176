import net from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { Limits } from '../../src/server/settings.ts';
import { type ListeningConsole, upstreamConsole } from '../support/upstreamConsole.ts';
import { upstreamLater } from '../support/upstreamLater.ts';
import { upstreamRawCall, upstreamRawRequest } from '../support/upstreamRawCall.ts';
import { type UpstreamScript, upstreamJson, upstreamScript } from '../support/upstreamScript.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

type Script = Parameters<typeof upstreamScript>[0];

async function inFrontOf(
  script: Script,
  limits: Partial<Limits> = {},
  base = '',
): Promise<{
  service: UpstreamScript;
  own: ListeningConsole;
  get: (path: string, headers?: string[]) => ReturnType<typeof upstreamRawCall>;
}> {
  const service = await upstreamScript(script);
  ends.push(service.close);
  const own = await upstreamConsole({ SERVICE_URL: service.url + base }, limits);
  ends.push(own.end);
  const get = (path: string, headers: string[] = []) =>
    upstreamRawCall(own.port, upstreamRawRequest('GET', path, headers));
  return { service, own, get };
}

const regions = '/api/workspaces/acme/regions';
const bearer = 'Authorization: Bearer canary-token-1';

describe('reads in front of a real service', { timeout: 30_000 }, () => {
  it('passes the raw path and only the four headers', async () => {
    const { service, get } = await inFrontOf(
      (_, socket) => socket.write(upstreamJson(200, ['A_B'])),
      {},
      '/v1',
    );
    const answer = await get('/api/workspaces/a%2Fb%2520c/regions', [
      bearer,
      'Cookie: session=1',
      'Accept: application/json',
      'Accept-Encoding: br',
      'X-Forwarded-For: 1.2.3.4',
      'X-Request-Id: req-12345678',
      'Referer: http://localhost/x',
    ]);
    expect(answer).toMatchObject({ status: 200, body: '["A_B"]', whole: true });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(service.requests).toHaveLength(1);
    expect(service.requests[0]).toMatchObject({
      method: 'GET',
      target: '/v1/workspaces/a%2Fb%2520c/regions',
    });
    const { host, connection, ...sent } = service.requests[0]?.headers ?? {};
    expect(sent).toEqual({
      authorization: 'Bearer canary-token-1',
      accept: 'application/json',
      'x-request-id': 'req-12345678',
    });
    expect([host, connection]).toEqual([service.url.slice('http://'.length), 'keep-alive']);
  });

  it('strips cookies and everything hop-by-hop, and keeps what the browser needs', async () => {
    const { get } = await inFrontOf((_, socket) =>
      socket.write(
        upstreamJson(429, { message: 'Slow down', statusCode: 429 }, [
          'Set-Cookie: a=1',
          'Retry-After: 7',
          'X-Request-Id: from-service',
          'Access-Control-Allow-Origin: *',
          'Content-Security-Policy: default-src *',
          'Server: secret/1.0',
          'Keep-Alive: timeout=1',
          'WWW-Authenticate: Basic',
        ]),
      ),
    );
    const { status, headers, body } = await get(regions, [bearer]);
    expect(status).toBe(429);
    expect(JSON.parse(body)).toEqual({ message: 'Slow down', statusCode: 429 });
    expect(headers).toMatchObject({
      'retry-after': '7',
      'x-request-id': 'from-service',
      connection: 'close',
    });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    for (const name of ['set-cookie', 'access-control-allow-origin', 'server', 'www-authenticate'])
      expect(headers).not.toHaveProperty(name);
  });

  it.each([301, 302, 303, 304, 307, 308])(
    'turns a redirect (%i) into 502 and follows nothing',
    async (status) => {
      const { service, get } = await inFrontOf((_, socket) =>
        socket.write(`HTTP/1.1 ${status} Moved\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n`),
      );
      const answer = await get(regions, [bearer]);
      expect(answer.status).toBe(502);
      expect(JSON.parse(answer.body)).toMatchObject({
        statusCode: 502,
        message: expect.stringContaining(`${status}`),
      });
      expect(answer.headers).not.toHaveProperty('location');
      expect(service.requests).toHaveLength(1);
    },
  );

  it.each([
    [200, 502],
    [403, 403],
    [503, 503],
  ])('never passes a web page on (%i → %i)', async (status, given) => {
    const page = '<!doctype html><p>Log in';
    const { get } = await inFrontOf((_, socket) =>
      socket.write(
        `HTTP/1.1 ${status} X\r\nContent-Type: Text/HTML; charset=utf-8\r\nContent-Length: ${page.length}\r\n\r\n${page}`,
      ),
    );
    const answer = await get(regions, [bearer]);
    expect(answer.status).toBe(given);
    expect(JSON.parse(answer.body)).toMatchObject({ statusCode: given });
    expect(answer.raw).not.toContain('<p>');
  });

  it('answers 502 where the service cannot be reached', async () => {
    const { service, get } = await inFrontOf(() => {});
    await service.close();
    const answer = await get(regions, [bearer]);
    expect(answer.status).toBe(502);
    expect(JSON.parse(answer.body)).toEqual({
      message: 'The service could not be reached (ECONNREFUSED). The request was probably not sent.',
      statusCode: 502,
    });
  });

  it('answers 502 to a reset and to garbage', async () => {
    const { get } = await inFrontOf((request, socket) =>
      request.target.includes('reset') ? socket.resetAndDestroy() : socket.end('garbage\r\n\r\n'),
    );
    expect((await get('/api/workspaces/reset/regions', [bearer])).status).toBe(502);
    expect((await get('/api/workspaces/noise/regions', [bearer])).status).toBe(502);
  });

  it('answers 504 where the service says nothing in time', async () => {
    const { get } = await inFrontOf(() => {}, { readMs: 100 });
    const answer = await get(regions, [bearer]);
    expect(answer.status).toBe(504);
    expect(JSON.parse(answer.body)).toMatchObject({ statusCode: 504 });
  });

  it('waits past a word in between for the answer itself', async () => {
    const { get } = await inFrontOf((_, socket) => {
      socket.write('HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n');
      setTimeout(() => socket.write(upstreamJson(200, ['A_B'])), 30);
    });
    expect(await get(regions, [bearer])).toMatchObject({ status: 200, body: '["A_B"]' });
  });

  it.each([
    ['a short body', 'Content-Length: 100\r\n\r\n["A_B"', 'hangs up'],
    ['a chunked body without its end', 'Transfer-Encoding: chunked\r\n\r\n6\r\n["A_B"\r\n', 'hangs up'],
    ['a bad chunk', 'Transfer-Encoding: chunked\r\n\r\n6\r\n["A_B"\r\nzz\r\n', 'stays'],
    ['a body that stalls', 'Content-Length: 100\r\n\r\n["A_B"', 'stalls'],
    ['headers alone', 'Content-Length: 100\r\n\r\n', 'hangs up'],
  ])('cuts the answer where the service cuts it: %s', async (_, rest, then) => {
    const { own, get } = await inFrontOf(
      (__, socket) => {
        const bytes = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${rest}`;
        if (then === 'hangs up') socket.end(bytes);
        else socket.write(bytes);
      },
      // Long enough for the headers to pass on a busy machine.
      then === 'stalls' ? { readMs: 1_000 } : {},
    );
    const answer = await get(regions, [bearer]);
    expect(answer).toMatchObject({ status: 200, whole: false });
    await expect.poll(() => own.lines.length).toBe(1);
    expect(JSON.parse(own.lines[0] ?? '')).toMatchObject({ status: 200, cut: true });
  });

  it('passes a compressed body as it is', async () => {
    const body = gzipSync('["A_B"]');
    const { get } = await inFrontOf((_, socket) => {
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`,
      );
      socket.write(body);
    });
    const answer = await get(regions, [bearer]);
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(Buffer.from(answer.body, 'latin1')).toEqual(body);
  });

  it('streams: a reader that waits holds the service back, and memory stays flat', async () => {
    const chunk = `${(1_048_576).toString(16)}\r\n${'x'.repeat(1_048_576)}\r\n`;
    let written = 0;
    const { own } = await inFrontOf((_, socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n');
      const more = () => {
        while (written < 60) {
          written += 1;
          if (!socket.write(chunk)) return socket.once('drain', more);
        }
        return socket.write('0\r\n\r\n');
      };
      more();
    });
    const socket = net.connect(own.port, '127.0.0.1');
    socket.pause();
    socket.write(upstreamRawRequest('GET', regions, [bearer]));
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThan(40);
    let bytes = 0;
    socket.on('data', (part) => {
      bytes += part.length;
    });
    socket.resume();
    await new Promise((resolve) => socket.once('close', resolve));
    expect(bytes).toBeGreaterThan(60 * 1_048_576);
  });

  it('ends the call when the browser leaves', async () => {
    const left = upstreamLater<void>();
    const asked = upstreamLater<void>();
    const { own } = await inFrontOf((_, socket) => {
      socket.once('close', () => left.resolve());
      asked.resolve();
    });
    const socket = net.connect(own.port, '127.0.0.1');
    socket.write(upstreamRawRequest('GET', regions, [bearer]));
    await asked.promise;
    socket.destroy();
    await left.promise;
  });

  it('asks a read once more where a kept-alive connection had been dropped', async () => {
    const { service, get } = await inFrontOf((request, socket) => {
      if (request.number === 2) socket.resetAndDestroy();
      else socket.write(upstreamJson(200, [request.number]));
    });
    await get(regions, [bearer]);
    expect(await get(regions, [bearer])).toMatchObject({ status: 200, body: '[3]' });
    expect(service.requests.map(({ connection }) => connection)).toEqual([1, 1, 2]);
  });

  it('passes on nothing else, whatever is asked', async () => {
    const { service, own, get } = await inFrontOf((_, socket) => socket.write(upstreamJson(200, [])));
    const refused: [string, string, number, string[]?][] = [
      ['GET', '/api', 404],
      ['GET', '/api/', 404],
      ['GET', '/api/unknown', 404],
      ['GET', '/api/workspaces/acme/databases/orders/compute', 404],
      ['GET', '/api/workspaces/acme/databases/orders/compute/i-1', 405],
      ['GET', `${regions}?x=1`, 400],
      ['GET', `${regions}?`, 400],
      ['GET', `${regions}/`, 400],
      ['GET', '/api//workspaces/acme/regions', 400],
      ['GET', '/api/workspaces/%2e%2e/regions', 400],
      ['GET', '/api/x/../workspaces/acme/regions', 400],
      ['POST', regions, 405],
      ['OPTIONS', regions, 405],
      ['HEAD', regions, 405],
      ['GET', regions, 413, ['Content-Length: 5']],
      ['GET', regions, 413, ['Transfer-Encoding: chunked']],
      ['GET', regions, 400, [bearer, 'Authorization: Bearer other-token']],
      ['GET', regions, 400, ['Authorization: Bearer caf\u00e9']],
      ['GET', `http://127.0.0.1${regions}`, 400],
    ];
    for (const [method, target, status, headers] of refused) {
      const answer = await upstreamRawCall(own.port, upstreamRawRequest(method, target, headers));
      expect([method, target, answer.status]).toEqual([method, target, status]);
      if (method !== 'HEAD') expect(JSON.parse(answer.body)).toMatchObject({ statusCode: status });
      if (status === 405) expect(answer.headers.allow).toMatch(/^(GET|DELETE)$/);
    }
    expect(service.requests).toEqual([]);
    await get(regions);
    expect(service.requests).toHaveLength(1);
  });
});
