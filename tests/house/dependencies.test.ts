import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

type Locked = { optionalDependencies?: Record<string, string> };

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const manifest: Record<'dependencies' | 'devDependencies', Record<string, string>> = readJson('package.json');
const locked: Record<string, Locked> = readJson('package-lock.json').packages;
const names = Object.keys(manifest.dependencies);

it('at run time, there are at most 18 packages, and every version is exact', () => {
  expect(names.length).toBeLessThanOrEqual(18);
  for (const version of Object.values({ ...manifest.dependencies, ...manifest.devDependencies }))
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});

// `npm ci` fails on a platform whose packages are missing in the lockfile.
it('the dependencies are in the lockfile for every platform', () => {
  const optional = Object.entries(locked).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => ({ path, name })),
  );
  expect(optional.length).toBeGreaterThan(50);
  for (const { path, name } of optional)
    expect(locked[`${path}/node_modules/${name}`] ?? locked[`node_modules/${name}`], name).toBeDefined();
});
