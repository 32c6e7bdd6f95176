import { expect, it } from 'vitest';
import { paths } from '../src/paths.ts';

it.each([
  ['a/b', '/workspaces/a%2Fb/compute'],
  ['a%2Fb', '/workspaces/a%252Fb/compute'],
])('paths encodes the workspace slug %s once, and decodes it once', (slug, path) => {
  expect([paths.screen('compute', slug), paths.workspaceOf(path)]).toEqual([path, slug]);
});

it.each([
  [paths.home, null, 'compute'],
  ['/workspaces/acme/regions/', 'acme', 'regions'],
  ['/workspaces/acme/nothing', 'acme', null],
  ['/workspaces/%E0%A4%A/regions', null, 'regions'],
  ['/elsewhere/workspaces/acme', null, null],
])('the path %s has the workspace %s and the screen %s', (pathname, slug, screen) => {
  expect([paths.workspaceOf(pathname), paths.screenOf(pathname)]).toEqual([slug, screen]);
});
