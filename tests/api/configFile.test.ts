import { afterEach, expect, it, vi } from 'vitest';
import { fetchConfig } from '../../src/api/configFile.ts';

afterEach(() => void vi.unstubAllGlobals());

function respondWith(body: string, init: ResponseInit) {
  const fetchSpy = vi.fn(async () => new Response(body, init));
  vi.stubGlobal('fetch', fetchSpy);
  return fetchSpy;
}

it('reads config.json with the cookies of the page and without following a redirect', async () => {
  const fetchSpy = respondWith('{"instancesPath":"/{workspaceSlug}"}', {
    headers: { 'content-type': 'text/plain' },
  });
  expect(await fetchConfig()).toMatchObject({ serviceUrl: '/api', instancesPath: '/{workspaceSlug}' });
  expect(fetchSpy).toHaveBeenCalledExactlyOnceWith('/config.json', {
    credentials: 'same-origin',
    redirect: 'manual',
    cache: 'no-cache',
    signal: expect.any(AbortSignal),
  });
});

const proxySentence =
  'A login page or proxy in front of the console answered. Reload to sign in there again.';

it.each<[body: string, ResponseInit, message: string]>([
  ['', { status: 302 }, proxySentence],
  ['<!doctype html>', {}, proxySentence],
  ['{}', { status: 500 }, "The configuration (config.json) couldn't be loaded (HTTP 500)."],
  ['{', {}, "The configuration (config.json) isn't JSON."],
])('fails for the body "%s" with %j', async (body, init, message) => {
  respondWith(body, init);
  await expect(fetchConfig()).rejects.toThrow(message);
});

it('fails if no response arrives', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const message = "The configuration (config.json) couldn't be loaded.";
  await expect(fetchConfig()).rejects.toMatchObject({ kind: 'unreachable', message });
});
