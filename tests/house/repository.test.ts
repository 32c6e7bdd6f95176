import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { type ESTree, parseSync, Visitor } from 'vite';
import { expect, it } from 'vitest';

/** Patterns that no `textFile` may match. Brackets split their words, because this file must not match either. */
const forbiddenTexts: [name: string, pattern: RegExp][] = [
  ['a package registry', /registr[y]\.(npmjs|yarnpkg|npmmirror)|npm\.pk[g]\.github/i],
  ['a path of this machine', /(^|[^\w/.~-])\/wor[k]\/|\.\.\/share[d]/],
  ['a task or a session', /\bissu[e]s? (#?\d|show)|sessio[n] of work|subagen[t]/i],
  ['a lint suppression', /biome[-]ignore|eslint[-]disable|@ts[-](ignore|expect-error|nocheck)/],
];

const textFile = /\.(ts|tsx|mjs|js|json|md|css|html|svg|txt)$|^\.ci\/run$|^\.npmrc$|^\.gitignore$/;

/** Code that tests must not contain, because it makes a test unreliable or skips a test. */
const forbiddenInTests: [name: string, pattern: RegExp][] = [
  ['a wait for a fixed time', /waitForTimeou[t]/],
  ['a wait for an idle network', /networkidl[e]/],
  // A test may be skipped only for what the machine lacks. Under CI, a skipped test counts as a failure.
  ['a skipped test', /\b(it|test|describe)\.(only|fixme|todo|skip)\b/],
];

function offencesIn(path: string): string[] {
  const isTest = /^tests\/(?!bench).*\.tsx?$/.test(path);
  const rules = [...forbiddenTexts, ...(isTest ? forbiddenInTests : [])];
  const lines = readFileSync(path, 'utf8').split('\n');
  return rules.flatMap(([name, pattern]) =>
    lines.flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} names ${name}`] : [])),
  );
}

const listFiles = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
const trackedFiles = execFileSync('git', listFiles, { encoding: 'utf8' }).split('\0').filter(existsSync);

it('no file names a registry, a machine’s path or a task, or turns off a lint rule', () => {
  const textFiles = trackedFiles.filter((path) => textFile.test(path));
  expect(textFiles.length).toBeGreaterThan(10);
  expect(textFiles.flatMap(offencesIn)).toEqual([]);
});

const documents = trackedFiles.filter((path) => path.endsWith('.md'));
it.each(documents)('names only existing files in %s', (document) => {
  const fileName = /(?<![\w/.*<>-])[\w.-][\w./-]*\.(?:tsx?|mjs|css|json|md|png|yml)\b/g;
  const names = readFileSync(document, 'utf8').match(fileName) ?? [];
  const isTracked = (path: string) => trackedFiles.some((file) => `/${file}`.endsWith(`/${path}`));
  expect(names.filter((name) => !isTracked(name.replace(/^(\.\.?\/)+/, '')))).toEqual([]);
});

it('src has no module of more than 250 lines', () => {
  const sources = trackedFiles.filter((path) => /^src\/.*\.tsx?$/.test(path));
  expect(sources.filter((path) => readFileSync(path, 'utf8').split('\n').length > 251)).toEqual([]);
});

type Locked = { optionalDependencies?: Record<string, string> };
const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const manifest: Record<'dependencies' | 'devDependencies', Record<string, string>> = readJson('package.json');
const locked: Record<string, Locked> = readJson('package-lock.json').packages;

it('at run time, there are at most 18 packages, and every version is exact', () => {
  expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(18);
  for (const version of Object.values({ ...manifest.dependencies, ...manifest.devDependencies }))
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});

// If one is missing, `npm ci` of npm 11 fails on every platform.
it('the dependencies are in the lockfile for every platform', () => {
  const optional = Object.entries(locked).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => ({ path, name })),
  );
  expect(optional.length).toBeGreaterThan(50);
  for (const { path, name } of optional)
    expect(locked[`${path}/node_modules/${name}`] ?? locked[`node_modules/${name}`], name).toBeDefined();
});

// A translator replaces the text nodes of a page. React can't remove, update or insert beside a node that is no longer there.
/** A text that changes, or that has siblings which come and go, must be the only child of its element. */
function findUnsafeTexts(path: string, source: string): string[] {
  const offences: string[] = [];
  function check({ children: all }: ESTree.JSXElement | ESTree.JSXFragment) {
    const children = all.filter((child) => !isBlank(child));
    const expressions = children.filter((child) => child.type === 'JSXExpressionContainer');
    if (children.length < 2 || expressions.every(({ expression }) => expression.type === 'Literal')) return;
    for (const child of children.filter(isText))
      offences.push(`${path}:${source.slice(0, child.start).split('\n').length}`);
  }
  new Visitor({ JSXElement: check, JSXFragment: check }).visit(parseSync(path, source).program);
  return offences;
}

function isBlank(child: ESTree.JSXChild): boolean {
  if (child.type === 'JSXText') return child.value.trim() === '';
  return child.type === 'JSXExpressionContainer' && child.expression.type === 'JSXEmptyExpression';
}

/** True for a text that stands in the code, alone or as a branch. */
function isText(node: ESTree.Node): boolean {
  if (node.type === 'JSXExpressionContainer') return isText(node.expression);
  if (node.type === 'LogicalExpression') return isText(node.right);
  if (node.type === 'ConditionalExpression') return isText(node.consequent) || isText(node.alternate);
  if (node.type === 'Literal') return typeof node.value === 'string' || typeof node.value === 'number';
  return node.type === 'JSXText' || node.type === 'TemplateLiteral';
}

it('every text of the page that changes is the only child of its element', () => {
  const paths = trackedFiles.filter((path) => /^src\/.*\.tsx$/.test(path));
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.flatMap((path) => findUnsafeTexts(path, readFileSync(path, 'utf8')))).toEqual([]);
});
