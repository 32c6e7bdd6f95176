import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { faults } from '../../src/sandbox/faults.ts';
import { createTestSandbox } from './testSandbox.ts';

afterEach(() => void vi.useRealTimers());

const pathOf = (id: string, workspace = 'acme') => `/workspaces/${workspace}/databases/orders/compute/${id}`;
const names = Object.keys(faults);
const errorNames = names.filter((name) => /^error-\d+$/.test(name) && name !== 'error-502');

test('the README explains every fault', () => {
  const readme = readFileSync('src/sandbox/README.md', 'utf8');
  const spellings = (name: string) => [`\`${name}\``, `\`${name.slice('error'.length)}\``];
  expect(names.filter((name) => !spellings(name).some((each) => readme.includes(each)))).toEqual([]);
});

test.each(errorNames)('the fault %s answers each operation with its name in the path', async (name) => {
  const status = Number(name.slice('error-'.length));
  for (const [method, path] of [
    ['DELETE', pathOf(name)],
    ['DELETE', `/workspaces/error-500/databases/error-503/compute/${name}`],
    ['DELETE', `/workspaces/acme/databases/${name}/compute/anything`],
    ['GET', `/workspaces/acme/databases/${name}/compute`],
    ['GET', `/workspaces/${name}/regions`],
    ['GET', `/workspaces/history-${name}/subscription/history`],
  ] as const) {
    const response = await createTestSandbox().call(method, path);
    expect(response.status, path).toBe(status);
    expect(await response.json()).toEqual({ message: expect.stringMatching(/\w/), statusCode: status });
    expect(response.headers.get('retry-after')).toBe(status === 429 ? '5' : null);
  }
});

test.each(names)('the fault %s deletes the instance if it says so', async (name) => {
  const isHandled = faults[name]?.isHandled === true;
  vi.useFakeTimers();
  const { remove, sandbox } = createTestSandbox();
  const firstResponse = remove(pathOf(name, 'faults'));
  await vi.advanceTimersByTimeAsync(600_000);
  const { status, body } = await firstResponse;
  await body?.cancel();
  expect((await remove(pathOf(name, 'faults'))).status).toBe(isHandled ? 404 : status);
  expect(sandbox.instances('faults', 'orders').some(({ id }) => id === name)).toBe(!isHandled);
  sandbox.close();
});

test.each([
  ['gateway-404', { message: 'no Route matched with those values' }],
  ['route-404', { message: 'Cannot DELETE /v1/workspaces', error: 'Not Found', statusCode: 404 }],
])('the fault %s is a 404 that does not come from the operation', async (name, body) => {
  const response = await createTestSandbox().remove(pathOf(name));
  expect([response.status, await response.json()]).toEqual([404, body]);
});

test('the faults of kind `altered` change the returned record; `history-` fails only the history', async () => {
  const { get, remove, list } = createTestSandbox();
  expect((await get('/workspaces/history-error-500/regions')).status).toBe(200);
  expect(await list('history-error-500', 'orders')).toHaveLength(3);
  const recordOf = async (name: string) => (await remove(pathOf(name))).json();
  expect(await recordOf('mismatch')).toMatchObject({ id: 'mismatch', workspace: { slug: 'somebody-else' } });
  expect(await recordOf('numeric-id')).toMatchObject({ id: 9_007_199_254_740_992 });
  expect(await recordOf('sparse')).toMatchObject({ id: 'sparse', name: null });
  expect(await recordOf('extra-fields')).toMatchObject({ name: 'extra-fields', costCentre: 'CC-7' });
  const [firstRecord] = await (await get('/workspaces/history-mismatch/subscription/history')).json();
  expect(firstRecord.workspace).toBe('somebody-else');
});
