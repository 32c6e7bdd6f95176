import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Manifest = { dependencies: Record<string, string>; devDependencies: Record<string, string> };
type Locked = {
  version: string;
  integrity?: string;
  hasInstallScript?: boolean;
  /** Shipped inside the package above it, under that one's hash. */
  inBundle?: boolean;
  optionalDependencies?: Record<string, string>;
};

const manifest: Manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const lock: { packages: Record<string, Locked> } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const locked = Object.entries(lock.packages).filter(([path]) => path !== '');

describe('what the console stands on', () => {
  it('is at most 22 packages at run time, each at one exact version', () => {
    expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(22);
    const all = { ...manifest.dependencies, ...manifest.devDependencies };
    expect(Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
    expect(
      Object.entries(all).filter(
        ([name, version]) => lock.packages[`node_modules/${name}`]?.version !== version,
      ),
    ).toEqual([]);
  });

  it('has an integrity hash for every package', () => {
    expect(locked.length).toBeGreaterThan(100);
    const unhashed = locked.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
    expect(unhashed.filter(([, { inBundle }]) => inBundle !== true).map(([path]) => path)).toEqual([]);
  });

  // `npm ci` refuses a lockfile that lacks the packages of another platform.
  it('has the packages of every platform in the lockfile', () => {
    const optional = locked.flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).map((name) => [
        `${path}/node_modules/${name}`,
        `node_modules/${name}`,
      ]),
    );
    expect(optional.length).toBeGreaterThan(50);
    expect(optional.filter((places) => places.every((place) => lock.packages[place] === undefined))).toEqual(
      [],
    );
  });

  // fsevents is optional, for macOS alone, and ships its binary.
  it('needs no script at install', () => {
    const scripted = locked.filter(
      ([path, { hasInstallScript }]) => hasInstallScript && !path.endsWith('/fsevents'),
    );
    expect(scripted.map(([path]) => path)).toEqual([]);
  });

  it('is named in the README, each with its reason', () => {
    const rows = readFileSync('README.md', 'utf8')
      .split(/^## /m)
      .find((section) => section.startsWith('What it stands on'))
      ?.split('\n')
      .filter((line) => /^\| `.+\| .{4,}\|$/.test(line));
    const named = new Set(
      rows?.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name)),
    );
    const wanted = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)];
    expect([...named].sort()).toEqual(wanted.sort());
  });

  it('can be listed as a bill of materials', { timeout: 60_000 }, () => {
    const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
    const { status, stdout } = spawnSync('npm', args, { encoding: 'utf8', maxBuffer: 50_000_000 });
    expect(status).toBe(0);
    const components: { name: string }[] = JSON.parse(stdout).components;
    const names = new Set(components.map(({ name }) => name));
    for (const name of Object.keys(manifest.dependencies)) expect(names).toContain(name);
  });
});
