import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

/** Folders of `src`, and files at its top: what each may import besides itself. The longest name that fits a file counts. */
const borders: Record<string, string> = {
  'main.tsx': 'app session ui rules config.ts styles.css',
  app: 'activity subscription regions compute session api ui format rules config.ts paths.ts',
  activity: 'compute session api ui format rules config.ts paths.ts',
  subscription: 'compute session api ui format rules config.ts paths.ts',
  regions: 'compute session api ui format rules config.ts paths.ts',
  compute: 'session api ui format rules config.ts paths.ts',
  session: 'api ui format rules config.ts paths.ts',
  api: 'format rules config.ts paths.ts',
  ui: 'format rules',
  format: 'rules',
  rules: '',
  'config.ts': 'rules',
  'paths.ts': 'rules',
  sandbox: 'rules',
  // The files at the top of the server. Those that start it are first.
  'server/main.ts': 'server server/httpServer.ts server/service server/database sandbox rules config.ts',
  'server/vitePlugins.ts': 'server server/httpServer.ts server/routes server/service server/database',
  'server/httpServer.ts': 'server server/app.ts server/database rules config.ts',
  'server/app.ts':
    'server server/routes server/deletions server/sessions server/service server/database rules config.ts paths.ts',
  server: 'server/database rules config.ts',
  'server/routes':
    'server server/deletions server/sessions server/service server/database rules config.ts paths.ts',
  'server/deletions': 'server server/sessions server/service server/database rules',
  'server/sessions': 'server server/service server/database rules',
  'server/service': 'server sandbox rules',
  'server/database': 'rules',
};

const browser = 'main.tsx app activity subscription regions compute session api ui';
const server = 'server server/main.ts server/vitePlugins.ts server/httpServer.ts server/app.ts server/routes';
/** Packages, and who may import them. */
const packages: Record<string, string> = {
  react: `${browser} format`,
  'react-dom react-router-dom @tanstack/react-query nuqs zustand lucide-react': browser,
  '@base-ui/react': 'ui',
  'react-error-boundary': 'app ui',
  papaparse: 'rules',
  valibot: `${browser} rules config.ts ${server}`,
  'hono @hono/node-server': `${server} server/sessions sandbox`,
  kysely: 'server/database server/deletions server/sessions',
  'libsql pg': 'server/database',
  'https-proxy-agent': 'server/service',
  'proxy-from-env': 'server/main.ts server/vitePlugins.ts',
  vite: 'server/vitePlugins.ts',
  node: `${server} server/deletions server/sessions server/service server/database`,
};

const split = (names: string) => names.split(' ').filter(Boolean);

function placeOf(path: string): string {
  const fits = Object.keys(borders).filter((name) => path === name || path.startsWith(`${name}/`));
  return fits.sort((a, b) => b.length - a.length)[0] ?? path;
}

function mayImport(place: string, specifier: string, target: string): boolean {
  if (specifier.startsWith('.'))
    return place === placeOf(target) || split(borders[place] ?? '').includes(placeOf(target));
  const [, name = ''] = /^(node(?=:)|@[^/]+\/[^/]+|[^/]+)/.exec(specifier) ?? [];
  return Object.entries(packages).some(
    ([names, places]) => split(names).includes(name) && split(places).includes(place),
  );
}

type Sources = Readonly<Record<string, string>>;

/** Finds static, type and dynamic imports by their text, which is enough for code that Biome has formatted. */
function listImports(sources: Sources) {
  const pattern = /\b(?:from|import) ?\(?'((?:\.|node:|@?[a-z])[\w@:./-]*)'/g;
  return Object.entries(sources).flatMap(([path, text]) =>
    [...text.matchAll(pattern)].map(([, specifier = '']) => ({
      ...{ path, specifier, target: join(dirname(path), specifier) },
    })),
  );
}

function findViolations(sources: Sources): string[] {
  const imports = listImports(sources);
  const violations = imports
    .filter(({ path, specifier, target }) => !mayImport(placeOf(path), specifier, target))
    .map(({ path, specifier }) => `${path} imports ${specifier}`);
  return [...violations, ...findCycles(imports)];
}

/** Without the files that import nothing else that is left, only those of cycles, and those above them, remain. */
function findCycles(imports: readonly { path: string; target: string }[]): string[] {
  const left = new Map<string, Set<string>>();
  for (const { path, target } of imports) left.set(path, (left.get(path) ?? new Set()).add(target));
  const isLeaf = (targets: Set<string>) => ![...targets].some((target) => left.has(target));
  for (let size = -1; size !== left.size; ) {
    size = left.size;
    for (const [path, targets] of left) if (isLeaf(targets)) left.delete(path);
  }
  return left.size === 0 ? [] : [`a cycle below ${[...left.keys()].join(', ')}`];
}

it('every import of src stays within the borders, and none is part of a cycle', () => {
  const paths = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const modules = paths.filter((path) => /\.tsx?$/.test(path));
  expect(modules.length).toBeGreaterThan(50);
  const sources = modules.map((path) => [path, readFileSync(join('src', path), 'utf8')]);
  expect(findViolations(Object.fromEntries(sources))).toEqual([]);
});

it.each([
  ['main.tsx', "import './server/a.ts';"],
  ['app/a.ts', "import { Kysely } from 'kysely';"],
  ['regions/a.ts', "import '../activity/a.ts';"],
  ['compute/a.ts', "import {\n  b,\n} from '../app/a.ts';"],
  ['session/a.ts', "export const a = () => import('../compute/a.ts');"],
  ['api/a.ts', "import type { a } from '../session/a.ts';"],
  ['ui/a.ts', "type A = import('../api/a.ts').A;"],
  ['ui/b.ts', "import '../paths.ts';"],
  ['rules/a.ts', "import 'node:fs';"],
  ['server/routes/a.ts', "import { useState } from 'react';"],
  ['server/service/a.ts', "export { a } from '../deletions/a.ts';"],
  ['server/settings.ts', "import './app.ts';"],
  ['sandbox/a.ts', "import '../server/settings.ts';"],
])('in %s, %s is a violation', (path, text) => {
  expect(findViolations({ [path]: text })).toHaveLength(1);
});

it('two files that import each other are a cycle, types included', () => {
  const sources = { 'ui/a.ts': "import type { B } from './b.ts';", 'ui/b.ts': "import './a.ts';" };
  expect(findViolations(sources)).toEqual(['a cycle below ui/a.ts, ui/b.ts']);
});
