import http from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createHandler } from '../../src/server/app.ts';
import { readSettings } from '../../src/server/settings.ts';
import { listen } from '../support/listen.mjs';
import { consoleWithService, instancePath, listenConsole, regionsPath } from '../support/listenConsole.ts';
import { connect, rawCall, rawRequest } from '../support/rawCall.ts';

describe('the console server', () => {
  it('responds to an internal error with a 500 that contains no details', async () => {
    const failOnce = vi
      .fn(() => 1)
      .mockImplementationOnce(() => {
        throw new TypeError('with canary-token-1');
      });
    const deleteMs = Object.assign(1, { valueOf: failOnce });
    const { host, send } = await consoleWithService(() => {}, { deleteMs });
    const response = await send('DELETE', instancePath);
    expect([response.status, JSON.parse(response.body).statusCode]).toEqual([500, 500]);
    expect(response.raw).not.toContain('canary');
    expect((await send('GET', '/healthz')).body).toBe('{"status":"ok"}');
    await expect.poll(() => host.logLines.length).toBe(2);
  });

  it('handles a request whose log line cannot be written without a rejection', async () => {
    const log = vi.fn(() => {
      throw new TypeError('with canary-token-1');
    });
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const handleRequest = createHandler({ settings: readSettings({}), clientDir: null, log });
    const results: Promise<PromiseSettledResult<void>[]>[] = [];
    const server = http.createServer((incoming, outgoing) => {
      results.push(Promise.allSettled([handleRequest(incoming, outgoing)]));
    });
    onTestFinished(() => {
      write.mockRestore();
      server.close();
    });
    const port = await listen(server);
    expect((await rawCall(port, rawRequest('GET', '/healthz'))).status).toBe(200);
    expect(await Promise.all(results)).toMatchObject([[{ status: 'fulfilled' }]]);
    expect(log).toHaveBeenCalledOnce();
    expect(write.mock.calls.join()).toMatch(/^Request \S+ failed: TypeError\n$/);
  });

  it('keeps idle connections for 11 minutes, and ends them and unfinished requests in close()', async () => {
    const host = await listenConsole();
    onTestFinished(host.end);
    for (const unfinishedRequest of ['', 'GET / HTTP/1.1\r\n']) connect(host.port, unfinishedRequest);
    const { received } = connect(host.port, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect
      .poll(() => received.text)
      .toMatch(/^HTTP\/1.1 200 OK\r\n(.*\r\n)*Keep-Alive: timeout=660\r\n/);
    await host.close();
    await expect.poll(() => host.server.listening).toBe(false);
  }, 5_000);

  it('ends a read whose response never ends in close()', async () => {
    const { host, service, send } = await consoleWithService(
      (_, socket) => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
        const writeTimer = setInterval(() => socket.write('1\r\n \r\n'), 20);
        socket.once('close', () => clearInterval(writeTimer));
      },
      { deleteMs: 100 },
    );
    const response = send('GET', regionsPath);
    await expect.poll(() => service.requests.length).toBe(1);
    await host.close();
    expect(await response).toMatchObject({ isComplete: false });
  }, 5_000);
});
