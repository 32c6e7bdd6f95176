import { afterEach, expect, test, vi } from 'vitest';
import { faults } from '../../src/sandbox/faults.ts';
import { createTestSandbox } from './testSandbox.ts';

afterEach(() => void vi.useRealTimers());

const pathOf = (id: string, workspace = 'acme') => `/workspaces/${workspace}/databases/orders/compute/${id}`;
const names = Object.keys(faults);

test.each([
  ['DELETE', pathOf('error-429')],
  ['DELETE', '/workspaces/error-500/databases/error-503/compute/error-429'],
  ['DELETE', '/workspaces/acme/databases/error-429/compute/anything'],
  ['GET', '/workspaces/acme/databases/error-429/compute'],
  ['GET', '/workspaces/error-429/regions'],
])('%s %s → the last value that names a fault has its response', async (method, path) => {
  const response = await createTestSandbox().call(method, path);
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '5']);
  expect(await response.json()).toEqual({ message: expect.stringMatching(/\w/), statusCode: 429 });
});

test.each(names)('the fault %s deletes the instance if it says so', async (name) => {
  const isHandled = faults[name]?.isHandled === true;
  vi.useFakeTimers();
  const { remove, sandbox } = createTestSandbox();
  const firstResponse = remove(pathOf(name, 'faults'));
  await vi.advanceTimersByTimeAsync(600_000);
  const { status, body } = await firstResponse;
  await body?.cancel().catch(() => undefined);
  expect((await remove(pathOf(name, 'faults'))).status).toBe(isHandled ? 404 : status);
  expect(sandbox.instances('faults', 'orders').some(({ id }) => id === name)).toBe(!isHandled);
  sandbox.close();
});

test('cut-off → half of the record, then an error', async () => {
  const { body } = await createTestSandbox().remove(pathOf('cut-off'));
  const reader = body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toMatch(/^\{"id":"cut-off"/);
  await expect(reader?.read()).rejects.toThrow('cut');
});

test('mismatch → a record of a different workspace', async () => {
  const response = await createTestSandbox().remove(pathOf('mismatch'));
  expect(await response.json()).toMatchObject({ id: 'mismatch', workspace: { slug: 'somebody-else' } });
});
