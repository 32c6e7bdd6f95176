import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const shared = 'rules config.ts paths.ts';
const log = 'server/deletions server/sessions server/service server/database';

/** Folders and files of `src`: what each may import besides itself. The longest name that fits a file counts. */
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

function placeOf(path: string): string {
  const fits = Object.keys(borders).filter((name) => path === name || path.startsWith(`${name}/`));
  return fits.sort((a, b) => b.length - a.length)[0] ?? path;
}

/** Finds static, type and dynamic imports by their text, which is enough for code that Biome has formatted. */
function findViolations(path: string, text: string): string[] {
  const place = placeOf(path);
  const imported = [...text.matchAll(/\b(?:from|import) ?\(?'(\.[\w./-]*)'/g)].map(([, name = '']) => name);
  const isAllowed = (target: string) => place === target || borders[place]?.split(' ').includes(target);
  const violations = imported.filter((name) => !isAllowed(placeOf(join(dirname(path), name))));
  return violations.map((name) => `${path} imports ${name}`);
}

it('every import of src stays within the borders', () => {
  const paths = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const modules = paths.filter((path) => /\.tsx?$/.test(path));
  expect(modules.length).toBeGreaterThan(50);
  const sources = modules.map((path) => findViolations(path, readFileSync(join('src', path), 'utf8')));
  expect(sources.flat()).toEqual([]);
});
