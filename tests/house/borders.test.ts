import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Violations of the import and style rules. The linter must report each file with its rule. */
const violations: [file: string, text: string, rule: string][] = [
  ['src/main.tsx', "import './server/a.ts';", 'noRestrictedImports'],
  ['src/app/a.ts', "import '../server/a.ts';", 'noRestrictedImports'],
  ['src/app/b.ts', "import 'lru-cache';", 'noRestrictedImports'],
  ['src/compute/a.ts', "import '../app/a.ts';", 'noRestrictedImports'],
  ['src/compute/b.ts', "import '../regions/a.ts';", 'noRestrictedImports'],
  ['src/subscription/a.ts', "import '../compute/b.ts';", 'noRestrictedImports'],
  ['src/subscription/b.ts', "import '../deletion/a.ts';", 'noRestrictedImports'],
  ['src/regions/a.ts', "import '../compute/b.ts';", 'noRestrictedImports'],
  ['src/deletion/a.ts', "import '../compute/a.ts';", 'noRestrictedImports'],
  ['src/session/a.ts', "export const a = () => import('../deletion/a.ts');", 'noRestrictedImports'],
  ['src/api/a.ts', "import type { a } from '../session/a.ts';", 'noRestrictedImports'],
  ['src/ui/a.ts', "import '../api/a.ts';", 'noRestrictedImports'],
  ['src/ui/b.ts', "import '../storage.ts';", 'noRestrictedImports'],
  ['src/paths.ts', "import './api/a.ts';", 'noRestrictedImports'],
  ['src/server/a.ts', "import '../app/a.ts';", 'noRestrictedImports'],
  ['src/sandbox/a.ts', "import '../server/a.ts';", 'noRestrictedImports'],
  ['src/regions/b.ts', "export const b = () => fetch('/api');", 'noRestrictedGlobals'],
  ['src/ui/c.ts', "import { d } from './d.ts';\nexport const c = () => d;", 'noImportCycles'],
  ['src/ui/d.ts', "import { c } from './c.ts';\nexport const d = () => c;", 'noImportCycles'],
  ['src/ui/g.ts', "import type { H } from './h.ts';\nexport type G = H[];", 'noImportCycles'],
  ['src/ui/h.ts', "import type { G } from './g.ts';\nexport type H = { g: G };", 'noImportCycles'],
  ['src/ui/e.ts', 'export default 1;', 'noDefaultExport'],
  ['src/ui/f.ts', 'export const f = (value: any) => value;', 'noExplicitAny'],
];

describe('the linter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'borders-'));
  let reports: { category: string; location: { path: string } }[] = [];

  beforeAll(() => {
    cpSync('biome.json', join(folder, 'biome.json'));
    cpSync('package.json', join(folder, 'package.json'));
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    for (const [file, text] of violations) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), `${text}\n`);
    }
    const { stdout } = spawnSync(
      resolve('node_modules/.bin/biome'),
      ['lint', '--reporter=json', '--max-diagnostics=none', '--vcs-enabled=false', 'src'],
      { cwd: folder, encoding: 'utf8' },
    );
    reports = JSON.parse(stdout).diagnostics;
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(violations)('reports the violation in %s: %j', (file, _, rule) => {
    const names = reports.filter(({ location }) => location.path === file).map(({ category }) => category);
    expect(names.map((name) => name.split('/').at(-1))).toContain(rule);
  });
});
