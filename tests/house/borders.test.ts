import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const shared = 'rules config.ts paths.ts';
const log = 'server/deletions server/sessions server/service server/database';

/** Folders of `src`, and files at its top: what each may import besides itself. The longest name that fits a file counts. */
const borders: Record<string, string> = {
  'main.tsx': 'app session ui styles.css rules config.ts',
  app: `activity subscription regions compute session api ui format ${shared}`,
  activity: `compute session api ui format ${shared}`,
  subscription: `compute session api ui format ${shared}`,
  regions: `compute session api ui format ${shared}`,
  compute: `session api ui format ${shared}`,
  session: `api ui format ${shared}`,
  api: `format ${shared}`,
  ui: 'format rules',
  format: 'rules',
  rules: '',
  'config.ts': 'rules',
  'paths.ts': 'rules',
  sandbox: 'rules',
  'server/main.ts': 'server server/httpServer.ts server/service server/database sandbox rules config.ts',
  'server/httpServer.ts': 'server server/app.ts server/service',
  'server/app.ts': `server server/routes ${log} ${shared}`,
  server: 'server/database server/sessions rules config.ts',
  'server/routes': `server ${log} ${shared}`,
  'server/deletions': 'server server/sessions server/service server/database rules',
  'server/sessions': 'server server/service server/database rules',
  'server/service': 'server sandbox rules',
  'server/database': 'rules',
};

const browser = 'main.tsx app activity subscription regions compute session api ui';
const server = 'server server/main.ts server/httpServer.ts server/app.ts server/routes';
/** Packages, and who may import them. */
const packages: Record<string, string> = {
  'react react-dom react-router-dom @tanstack/react-query nuqs zustand lucide-react': browser,
  '@base-ui/react': 'ui',
  'react-error-boundary': 'app ui',
  papaparse: 'rules',
  valibot: `${browser} rules config.ts ${server}`,
  'hono @hono/node-server': `${server} server/sessions sandbox`,
  kysely: 'server/database server/deletions server/sessions',
  'libsql pg': 'server/database',
  'https-proxy-agent': 'server/service',
  'proxy-from-env': 'server/main.ts',
  node: `${server} ${log}`,
};

const has = (names: string, name: string) => names.split(' ').includes(name);

function placeOf(path: string): string {
  const fits = Object.keys(borders).filter((name) => path === name || path.startsWith(`${name}/`));
  return fits.sort((a, b) => b.length - a.length)[0] ?? path;
}

function mayImport(path: string, specifier: string): boolean {
  const place = placeOf(path);
  if (specifier.startsWith('.')) {
    const target = placeOf(join(dirname(path), specifier));
    return place === target || has(borders[place] ?? '', target);
  }
  const [, name = ''] = /^(node(?=:)|@[^/]+\/[^/]+|[^/]+)/.exec(specifier) ?? [];
  return Object.entries(packages).some(([names, places]) => has(names, name) && has(places, place));
}

/** Finds static, type and dynamic imports by their text, which is enough for code that Biome has formatted. */
function listImports([path, text]: readonly [path: string, text: string]) {
  const pattern = /\b(?:from|import) ?\(?'((?:\.|node:|@?[a-z])[\w@:./-]*)'/g;
  return [...text.matchAll(pattern)].map(([, specifier = '']) => ({ path, specifier }));
}

type Sources = readonly (readonly [path: string, text: string])[];

function findViolations(sources: Sources): string[] {
  const violations = sources
    .flatMap(listImports)
    .filter(({ path, specifier }) => !mayImport(path, specifier));
  return violations.map(({ path, specifier }) => `${path} imports ${specifier}`);
}

/** Without the files that import nothing else that is left, only those of cycles, and those above them, remain. */
function findCycles(sources: Sources): string[] {
  const targetsOf = (source: Sources[number]) =>
    listImports(source).map(({ path, specifier }) => join(dirname(path), specifier));
  const left = new Map(sources.map((source) => [source[0], targetsOf(source)]));
  for (let size = -1; size !== left.size; ) {
    size = left.size;
    for (const [path, targets] of left) if (!targets.some((target) => left.has(target))) left.delete(path);
  }
  return [...left.keys()];
}

it('every import of src stays within the borders, and none is part of a cycle', () => {
  const paths = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const modules = paths.filter((path) => /\.tsx?$/.test(path));
  expect(modules.length).toBeGreaterThan(50);
  const sources = modules.map((path) => [path, readFileSync(join('src', path), 'utf8')] as const);
  expect([findViolations(sources), findCycles(sources)]).toEqual([[], []]);
});

it.each([
  ['app/a.ts', "import { Kysely } from 'kysely';"],
  ['compute/a.ts', "import {\n  b,\n} from '../app/a.ts';"],
  ['session/a.ts', "export const a = () => import('../compute/a.ts');"],
  ['ui/a.ts', "type A = import('../api/a.ts').A;"],
  ['server/service/a.ts', "export { a } from '../deletions/a.ts';"],
  ['server/settings.ts', "import './app.ts';"],
])('in %s, %s is a violation', (path, text) => {
  expect(findViolations([[path, text]])).toHaveLength(1);
});
