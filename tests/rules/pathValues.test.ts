import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  buildServicePath,
  findPathValueProblem,
  listDecodedForms,
  operations,
  PathValueError,
} from '../../src/rules/pathValues.ts';

const invalidValues = [
  ...['', 'x'.repeat(513), '\ud800', 'a\udc00b', 'caf\ufffd', 'i-[redacted]'],
  ...['\u0000', '..\u0000', 'a\r\nb', 'a\tb', 'a\u001f', '\u007f', '%00', '%2500', 'a%0d%0ab'],
  ...'. .. %2e %2E .%2e %2e. %2E%2e %252e%252e %25252e a/.. a/../b a/./b a\\.\\b ..%2f a%2f..%2fb ..;'.split(
    ' ',
  ),
  ...['..;x=1', '.. ', '%2e%2e%5Cx', '..%252fx', 'a/..;x/b'],
  ...'%c0%ae %c0%af %c1%9c %25c0%25ae %e0%80%ae%e0%80%ae %e0%9f%bf %f0%80%80%ae %F0%8f%bf%bf'.split(' '),
];
const validValues = [
  ..."/ ? # % \\ ... a..b a/...; %zz %25 %61 %80 %2fa ;x ä 💾 ' a.b it's-(a)~slug!*".split(' '),
  ...['\u0080', ' ', 'x'.repeat(512), '€'.repeat(512), '%ef%bb%bf'],
];

it.each(invalidValues)('the value %j has a problem', (value) => {
  expect(findPathValueProblem(value)).toMatch(/^(is|can't|contains) /);
});

it.each(validValues)('the value %j can be in a path', (value) => {
  expect(findPathValueProblem(value)).toBeNull();
});

it('a value that is encoded too many times has a problem', () => {
  const problemOf = (encodings: number) => findPathValueProblem(`%${'25'.repeat(encodings)}61`);
  const tooMany = 'is percent-encoded too many times';
  expect([0, 6, 7, 100].map(problemOf)).toEqual([null, null, tooMany, tooMany]);
});

const difficultText = fc.constantFrom(...invalidValues, ...validValues);
const anyValue = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }) },
  { weight: 2, arbitrary: fc.array(difficultText, { maxLength: 4 }).map((texts) => texts.join('')) },
  {
    weight: 2,
    arbitrary: fc.array(fc.constantFrom(...'.%2efc0a/\\;? '), { maxLength: 9 }).map((c) => c.join('')),
  },
);

it('a value has a problem or arrives unchanged', () => {
  let builtCount = 0;
  const property = fc.property(anyValue, anyValue, anyValue, (workspaceSlug, databaseName, instanceId) => {
    const target = { workspaceSlug, databaseName, instanceId };
    const build = () => buildServicePath(operations.deleteComputeInstance, target);
    if (Object.values(target).some((value) => findPathValueProblem(value) !== null))
      return void expect(build).toThrow(PathValueError);
    builtCount += 1;
    const path = build();
    const { pathname, search, hash } = new URL(path, 'http://service.example');
    expect([pathname, search, hash]).toEqual([path, '', '']);
    const parts = ['', 'workspaces', workspaceSlug, 'databases', databaseName, 'compute', instanceId];
    expect(path.split('/').map(decodeURIComponent)).toEqual(parts);
    // A server that decodes the path again doesn't leave the database either.
    const again = new URL(decodeURIComponent(path).replace(/[?#]/g, '-'), 'http://h');
    expect(again.pathname).toMatch(/^\/workspaces\//);
  });
  fc.assert(property, { numRuns: 3_000 });
  expect(builtCount).toBeGreaterThan(200);
});

it.each([
  ...['/a/../{workspaceSlug}', '/a/{workspaceSlug}?all=1', '/a b/{workspaceSlug}', '//h/{workspaceSlug}'],
  ...['workspaces/{workspaceSlug}', 'https://evil.example/{workspaceSlug}', '/{missing}', '/{half}'],
  '/{constructor}',
])('no request can be sent to a path of the template %s', (template) => {
  const build = () => buildServicePath(template, { workspaceSlug: 'w', half: '\ud800' });
  expect(build).toThrow(/no request was sent\.$/i);
});

it.each([
  ['orders', ['orders']],
  [' orders/ ', [' orders/ ', 'orders']],
  ['orders%2F', ['orders%2F', 'orders/', 'orders']],
  ['%256frders', ['%256frders', '%6frders', 'orders']],
  ['%ef%bb%bf', ['%ef%bb%bf', '\ufeff', '']],
  ['', ['']],
])('the spellings of %j are %j', (value, spellings) => {
  expect(listDecodedForms(value)).toEqual(spellings);
});
