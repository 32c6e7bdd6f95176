import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Manifest = { dependencies: Record<string, string>; devDependencies: Record<string, string> };
type Locked = {
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
};

const manifest: Manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const lock: { packages: Record<string, Locked> } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const lockedPackages = Object.entries(lock.packages).filter(([path]) => path !== '');

describe('the dependencies', () => {
  it('include at most 20 packages at run time, each with an exact version', () => {
    expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(20);
    const directDependencies = { ...manifest.dependencies, ...manifest.devDependencies };
    expect(
      Object.entries(directDependencies).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version)),
    ).toEqual([]);
  });

  // `npm ci` fails on a platform whose packages are missing in the lockfile.
  it('are in the lockfile for every platform', () => {
    const optionalNames = lockedPackages.flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).map((name) => [
        `${path}/node_modules/${name}`,
        `node_modules/${name}`,
      ]),
    );
    expect(optionalNames.length).toBeGreaterThan(50);
    expect(optionalNames.filter((paths) => paths.every((path) => lock.packages[path] === undefined))).toEqual(
      [],
    );
  });

  // The script of fsevents isn't needed, because the package is only for macOS and contains its binary.
  it('need no install script', () => {
    const packagesWithScript = lockedPackages.filter(
      ([path, { hasInstallScript }]) => hasInstallScript && !path.endsWith('/fsevents'),
    );
    expect(packagesWithScript.map(([path]) => path)).toEqual([]);
  });

  it('are in src/README.md if the console needs them at run time, each with a reason', () => {
    const rows = readFileSync('src/README.md', 'utf8')
      .split(/^## /m)
      .find((section) => section.startsWith('Dependencies'))
      ?.split('\n')
      .filter((line) => /^\| `.+\| .{3,}\|$/.test(line));
    const documentedNames = new Set(
      rows?.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name)),
    );
    expect([...documentedNames].sort()).toEqual(Object.keys(manifest.dependencies).sort());
  });
});
