import * as v from 'valibot';
import { expect, it, vi } from 'vitest';
import { type ApiError, callApi, sendRequest } from '../../src/api/http.ts';
import { readServiceList } from '../../src/api/readServiceList.ts';
import { startService, type WireScript, type WireStep } from '../support/scriptedService.ts';

async function serve(script: WireScript) {
  const service = await startService(script);
  // Not of the module, which may be loaded while a different file's stub is in place.
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(service.url + path, init));
  return service;
}

function reply(head: string, body = ''): WireStep {
  return `HTTP/1.1 ${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

const json = 'Content-Type: application/json';
const asked = `${json}\r\nConsole-Requested-At: 1764151200000`;
const errorOf = (request: Promise<unknown>): Promise<ApiError> =>
  request.then(() => expect.fail()).catch((error) => error);

const readTexts = () =>
  readServiceList('/workspaces/acme/regions', (raw) => (typeof raw === 'string' ? raw : null));
const put = () => callApi(v.unknown(), { method: 'PUT', path: '/x' });

it.each<[string, () => Promise<unknown>, WireStep, kind?: string]>([
  ['a page', put, reply('200 OK\r\nContent-Type: text/html', '<html>')],
  ['a 403 without a code of ours', put, reply(`403 Forbidden\r\n${json}`, '{"message":"Forbidden"}')],
  ['an empty 404', put, reply('404 Not Found')],
  ['a redirect', readTexts, reply('302 Found\r\nLocation: /login')],
  ['a 401 that asks for a password', readTexts, reply('401 No\r\nWWW-Authenticate: Basic')],
  ['a 401 of a proxy', readTexts, reply(`401 No\r\n${json}`, '{}')],
  ['a 401 of the service', readTexts, reply(`401 No\r\n${asked}`, '{"message":"m"}'), 'rejected-token'],
])('%s → an error of its own kind', async (_, request, response, kind = 'proxy-in-front') => {
  await serve(() => [response]);
  expect(await errorOf(request())).toMatchObject({ kind, asksToSignIn: kind === 'rejected-token' });
});

it('a list has the time of the server, and "now" of a copy from a cache', async () => {
  const times = 'Date: Thu, 26 Nov 2026 10:00:00 GMT\r\nAge: 72000';
  await serve(() => [reply(`200 OK\r\n${times}\r\n${asked}`, '["café", 7, null]')]);
  expect(await readTexts()).toMatchObject({
    ...{ items: ['café'], unreadable: [7, null], isComplete: true },
    ...{ requestedAt: 1_764_151_200_000, servedAt: Date.UTC(2026, 10, 26, 10) + 72_000_000 },
  });
});

it('a silent server → unreachable, and the connection is closed', async () => {
  const service = await serve(() => []);
  const error = await errorOf(sendRequest({ path: '/x', timeoutMs: 50 }));
  expect(error).toMatchObject({ kind: 'unreachable', isTransient: true });
  await service.waitForDisconnects();
});

it.each([
  ['60', /requests\.$/],
  ['600', /requests\. Try again after 10:10 UTC\.$/],
  ['Thu, 26 Nov 2026 11:30:00 GMT', /requests\. Try again after 11:30 UTC\.$/],
])('the service asks to wait %s → a long wait is named, by its clock', async (wait, message) => {
  await serve(() => [reply(`429 No\r\nDate: Thu, 26 Nov 2026 10:00:00 GMT\r\nRetry-After: ${wait}`)]);
  expect((await errorOf(readTexts())).message).toMatch(message);
});
