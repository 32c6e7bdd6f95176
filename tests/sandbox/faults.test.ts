import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { faults } from '../../src/sandbox/faults.ts';
import { service } from './service.ts';

afterEach(() => {
  vi.useRealTimers();
});

const path = (id: string, database = 'orders') => `/workspaces/acme/databases/${database}/compute/${id}`;
const errors = faults.filter(({ name }) => /^error-\d+$/.test(name) && name !== 'error-502');

test('every fault has a unique name that the README explains', () => {
  const readme = readFileSync(new URL('../../src/sandbox/README.md', import.meta.url), 'utf8');
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  const isExplained = (name: string) =>
    readme.includes(`\`${name}\``) || readme.includes(`\`${name.slice(5)}\``);
  expect(faults.map(({ name }) => name).filter((name) => !isExplained(name))).toEqual([]);
});

test.each(errors)('$name is the response to each operation that names it', async ({ name }) => {
  const status = Number(name.slice('error-'.length));
  for (const [method, where] of [
    ['DELETE', path(name)],
    ['DELETE', path(name, 'unheard-of')],
    ['DELETE', path('anything', name)],
    ['GET', `/workspaces/acme/databases/${name}/compute`],
    ['GET', `/workspaces/${name}/regions`],
    ['GET', `/workspaces/${name}/subscription/history`],
    ['GET', `/workspaces/history-${name}/subscription/history`],
  ] as const) {
    const answer = await service().call(method, where);
    expect([where, answer.status]).toEqual([where, status]);
    expect(await answer.json()).toEqual({ message: expect.stringMatching(/\w/), statusCode: status });
    expect(answer.headers.get('retry-after')).toBe(status === 429 ? '5' : null);
  }
});

const kept = faults.filter(({ isPerformed }) => !isPerformed).map(({ name }) => name);
test.each(kept)('%s keeps the instance and repeats its response', async (name) => {
  const { remove, sandbox } = service();
  const here = `/workspaces/faults/databases/orders/compute/${name}`;
  const { status } = await remove(here);
  expect((await remove(here)).status).toBe(status);
  expect(sandbox.instances('faults', 'orders')).toHaveLength(faults.length);
});

test('`history-` affects only the history, and `later-` only the second read of each list', async () => {
  const { get, list, remove } = service();
  expect((await get('/workspaces/history-error-500/regions')).status).toBe(200);
  expect(await list('history-error-500', 'orders')).toHaveLength(3);
  const regions = '/workspaces/later-error-503/regions';
  const listing = '/workspaces/later-error-503/databases/orders/compute';
  expect((await get(regions)).status).toBe(200);
  const [first] = await list('later-error-503', 'orders');
  expect((await remove(`${listing}/${first.id}`)).status).toBe(200);
  expect((await get(regions)).status).toBe(503);
  expect((await get(listing)).status).toBe(503);
});

test('the last path value has priority', async () => {
  const answer = await service().remove('/workspaces/error-500/databases/error-503/compute/error-409');
  expect(answer.status).toBe(409);
});

const performed = faults.filter(({ isPerformed }) => isPerformed).map(({ name }) => name);
test.each(performed)('%s deletes the instance although the response is wrong', async (name) => {
  vi.useFakeTimers();
  const { remove, sandbox } = service();
  for (const workspace of ['faults', 'acme']) {
    const here = `/workspaces/${workspace}/databases/orders/compute/${name}`;
    const first = remove(here);
    await vi.advanceTimersByTimeAsync(600_000);
    await (await first).body?.cancel();
    expect((await remove(here)).status).toBe(404);
  }
  expect(sandbox.instances('faults', 'orders').map(({ id }) => id)).not.toContain(name);
  sandbox.close();
});

test('slow responds after 8 s', async () => {
  vi.useFakeTimers();
  const done = vi.fn();
  const answer = service().remove(path('slow')).finally(done);
  await vi.advanceTimersByTimeAsync(7_999);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect((await answer).status).toBe(200);
});

test('the cut-off fault sends 200 and the start of the body, then fails', async () => {
  const answer = await service().remove(path('cut-off'));
  expect(answer.status).toBe(200);
  const reader = answer.body?.getReader();
  const chunk = await reader?.read();
  expect(chunk?.value?.length).toBeGreaterThan(0);
  await expect(reader?.read()).rejects.toThrow('cut this response');
});

test('the stall fault pauses mid-body and clears its timer when the reader cancels', async () => {
  vi.useFakeTimers();
  const reader = (await service().remove(path('stall'))).body?.getReader();
  expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
  const ended = vi.fn();
  void reader?.read().then(ended, ended);
  await vi.advanceTimersByTimeAsync(599_000);
  expect(ended).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(1);
  await reader?.cancel();
  expect(vi.getTimerCount()).toBe(0);
});

const json = 'application/json';
const page = 'text/html; charset=utf-8';
test.each([
  ['truncated', 200, json, /^\{"id":"truncated".*[^}]$/],
  ['unreadable', 200, json, '{"id": oops'],
  ['empty-answer', 200, json, ''],
  ['null-answer', 200, json, 'null'],
  ['accepted', 202, json, '{}'],
  ['no-content', 204, null, ''],
  ['redirect', 307, null, ''],
  ['web-page', 200, page, /^<!doctype html>/],
  ['error-502', 502, page, /^<!doctype html>/],
  ['error-in-200', 200, json, '{"message":"Forbidden","statusCode":403}'],
  ['empty-object', 200, json, '{}'],
  ['not-ok', 200, json, '{"ok":false}'],
  ['page-404', 404, page, /^<!doctype html>/],
  ['text-404', 404, 'text/plain; charset=utf-8', 'default backend - 404'],
  ['empty-404', 404, null, ''],
  ['error-429-absurd', 429, json, '{"message":"Too many requests.","statusCode":429}'],
  ['error-words', 500, json, /^\{"message":"<b>\u202E.*"statusCode":200\}$/],
  ['huge', 200, json, /^"(?:spacious, ){100}/],
] as const)('%s responds with %i, its type and its body', async (name, status, type, body) => {
  const answer = await service().remove(`/workspaces/faults/databases/orders/compute/${name}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([status, type]);
  const text = await answer.text();
  expect(typeof body === 'string' ? text === body : body.test(text)).toBe(true);
  if (name === 'huge') expect(text.length).toBe(70_000_002);
  if (name === 'error-words') expect(Buffer.byteLength(text)).toBeGreaterThan(1_000_000);
  if (name === 'redirect') expect(answer.headers.get('location')).toBe('?again');
  if (name === 'error-429-absurd') expect(answer.headers.get('retry-after')).toBe('1000000000');
});

test('mismatch returns a record of another workspace', async () => {
  const { get, remove } = service();
  const record = await (await remove(path('mismatch'))).json();
  expect(record).toMatchObject({
    id: 'mismatch',
    workspace: { slug: 'somebody-else' },
    deleted: expect.any(String),
  });
  const [first] = await (await get('/workspaces/history-mismatch/subscription/history')).json();
  expect(first.workspace).toBe('somebody-else');
});

test('numeric-id, sparse and extra-fields change the record', async () => {
  const { remove } = service();
  expect((await (await remove(path('numeric-id'))).json()).id).toBe(9_007_199_254_740_992);
  const sparse = await (await remove(path('sparse'))).json();
  expect(sparse).toMatchObject({ id: 'sparse', name: null });
  expect(sparse).not.toHaveProperty('apiHost');
  expect(await (await remove(path('extra-fields'))).json()).toMatchObject({
    name: 'extra-fields',
    costCentre: 'CC-7',
  });
});
