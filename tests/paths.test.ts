import { describe, expect, it } from 'vitest';
import { paths, screens } from '../src/paths.ts';

describe('paths', () => {
  it('returns the URL and the pattern of every screen', () => {
    expect(paths.home).toBe('/');
    expect(paths.screen('compute', 'acme')).toBe('/workspaces/acme/compute');
    expect(paths.screen('subscription', 'acme')).toBe('/workspaces/acme/subscription/history');
    expect(paths.screen('regions', 'acme')).toBe('/workspaces/acme/regions');
    expect(paths.screen('activity', 'acme')).toBe('/workspaces/acme/activity');
    expect(screens.map(paths.pattern)).toEqual([
      '/workspaces/:workspaceSlug/compute',
      '/workspaces/:workspaceSlug/subscription/history',
      '/workspaces/:workspaceSlug/regions',
      '/workspaces/:workspaceSlug/activity',
    ]);
  });

  it.each([
    ['a/b', '/workspaces/a%2Fb/compute'],
    ['a%2Fb', '/workspaces/a%252Fb/compute'],
    ['a b?c#d', '/workspaces/a%20b%3Fc%23d/compute'],
  ])('encodes the workspace slug %s once', (slug, path) => {
    expect(paths.screen('compute', slug)).toBe(path);
  });
});

describe('workspaceOf', () => {
  it.each([
    ['/', null],
    ['/workspaces/acme/nothing', 'acme'],
    ['/workspaces/a%2Fb/regions', 'a/b'],
    ['/workspaces/a%252Fb/regions', 'a%2Fb'],
    ['/workspaces/%E0%A4%A/regions', null],
    ['/elsewhere/workspaces/acme', null],
  ])('the workspace of %s is %s', (pathname, slug) => {
    expect(paths.workspaceOf(pathname)).toBe(slug);
  });
});

describe('screenOf', () => {
  it('reads every path that screen() builds, with and without a slash at the end', () => {
    for (const screen of screens) {
      expect(paths.screenOf(paths.screen(screen, 'a/b'))).toBe(screen);
      expect(paths.screenOf(`${paths.screen(screen, 'acme')}/`)).toBe(screen);
    }
  });

  it.each([
    ['/', 'compute'],
    ['/workspaces/acme', null],
    ['/workspaces/acme/nothing', null],
    ['/elsewhere', null],
  ])('the screen of %s is %s', (pathname, screen) => {
    expect(paths.screenOf(pathname)).toBe(screen);
  });
});

describe('inWorkspace', () => {
  it.each([
    ['/workspaces/acme/regions', 'beta', '/workspaces/beta/regions'],
    ['/workspaces/acme/subscription/history', 'a/b', '/workspaces/a%2Fb/subscription/history'],
    // `String.replace` would treat `$&` and `$1` as patterns.
    ['/workspaces/acme/compute', '$&$1', '/workspaces/%24%26%241/compute'],
    ['/elsewhere', 'beta', '/elsewhere'],
  ])('the path %s in the workspace %s is %s', (pathname, slug, newPath) => {
    expect(paths.inWorkspace(pathname, slug)).toBe(newPath);
  });
});
