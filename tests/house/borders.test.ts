import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { createFolder } from '../support/createFolder.ts';

/** Violations of the import and style rules, at least one per rule. The linter must report each file with its rule. */
const violations: [file: string, text: string, rule: string][] = [
  ['src/main.tsx', "import './server/a.ts';", 'noRestrictedImports'],
  ['src/app/a.ts', "import 'kysely';", 'noRestrictedImports'],
  ['src/activity/a.ts', "import '../regions/a.ts';", 'noRestrictedImports'],
  ['src/subscription/a.ts', "import '../compute/b.ts';", 'noRestrictedImports'],
  ['src/regions/a.ts', "import '../activity/a.ts';", 'noRestrictedImports'],
  ['src/compute/a.ts', "import '../app/a.ts';", 'noRestrictedImports'],
  ['src/compute/b.ts', "import '../activity/a.ts';", 'noRestrictedImports'],
  ['src/session/a.ts', "export const a = () => import('../compute/a.ts');", 'noRestrictedImports'],
  ['src/api/a.ts', "import type { a } from '../session/a.ts';", 'noRestrictedImports'],
  ['src/ui/a.ts', "import '../api/a.ts';", 'noRestrictedImports'],
  ['src/format/a.ts', "import '../ui/a.ts';", 'noRestrictedImports'],
  ['src/rules/a.ts', "import '../api/a.ts';", 'noRestrictedImports'],
  ['src/rules/b.ts', "import 'node:fs';", 'noRestrictedImports'],
  ['src/paths.ts', "import './api/a.ts';", 'noRestrictedImports'],
  ['src/server/a.ts', "import '../api/a.ts';", 'noRestrictedImports'],
  ['src/sandbox/a.ts', "import '../server/a.ts';", 'noRestrictedImports'],
  ['src/regions/b.ts', "export const b = () => fetch('/api');", 'noRestrictedGlobals'],
  ['src/ui/g.ts', "import type { H } from './h.ts';\nexport type G = H[];", 'noImportCycles'],
  ['src/ui/h.ts', "import type { G } from './g.ts';\nexport type H = { g: G };", 'noImportCycles'],
  ['src/ui/e.ts', 'export default 1;', 'noDefaultExport'],
  ['src/ui/f.ts', 'export const f = (value: any) => value;', 'noExplicitAny'],
];

it('the linter reports each violation of the import and style rules', () => {
  const folder = createFolder();
  for (const file of ['biome.json', 'package.json']) cpSync(file, join(folder, file));
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
  const reports: { category: string; location: { path: string } }[] = JSON.parse(stdout).diagnostics;
  const reported = reports.map(({ category, location }) => `${location.path} ${category.split('/').at(-1)}`);
  expect(violations.filter(([file, , rule]) => !reported.includes(`${file} ${rule}`))).toEqual([]);
});
