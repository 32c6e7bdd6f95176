// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { createTabWatch } from '../../../../src/features/compute/journal/createTabWatch.ts';

afterEach(() => Reflect.deleteProperty(navigator, 'locks'));

test('a browser that has locks and refuses them keeps nothing from being deleted', async () => {
  lockBy(() => Promise.reject(new DOMException('denied', 'SecurityError')));
  const work = vi.fn(async () => 'done');
  expect(await createTabWatch('/api', () => {}).alone('x', work)).toBe('done');
  expect(work).toHaveBeenCalledTimes(1);
});

test('work that fails under its lock is not done a second time', async () => {
  lockBy((_name, _options, act) => act({}));
  const work = vi.fn(async () => {
    throw new Error('broken');
  });
  await expect(createTabWatch('/api', () => {}).alone('x', work)).rejects.toThrow('broken');
  expect(work).toHaveBeenCalledTimes(1);
});

test('another tab that holds the lock keeps the work from being done', async () => {
  lockBy((_name, _options, act) => act(null));
  const work = vi.fn(async () => 'done');
  expect(await createTabWatch('/api', () => {}).alone('x', work)).toBeNull();
  expect(work).not.toHaveBeenCalled();
});

function lockBy(
  request: (
    name: string,
    options: object,
    act: (lock: object | null) => Promise<unknown>,
  ) => Promise<unknown>,
) {
  const locks = { request: async (...all: Parameters<typeof request>) => request(...all) };
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
}
