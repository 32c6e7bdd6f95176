import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildServicePath, findPathValueProblem, operationPaths } from '../../src/rules/pathValues.ts';

const refused: Readonly<Record<string, readonly string[]>> = {
  'is empty': [''],
  'is longer than 512 characters': ['x'.repeat(513)],
  'contains an invalid character': ['\ud800', 'a\udc00b'],
  "can't be read": ['caf\ufffd'],
  'contains the access token': ['i-[redacted]'],
  'contains a control character': ['\0', '..\0', 'a\r\nb', 'a\tb', '\x1f', '\x7f', '\x85'],
  'contains “%” or “\\”': ['%', '%00', '%2e%2e', '%252e', '100%', '%c0%ae', '\\', 'a\\..\\b'],
  'has an empty part, “.” or “..” between slashes': [
    ...['.', '..', '/', 'a/', '/a', 'a//b', 'a/..', 'a/../b', 'a/./b', ' .. ', ' '],
  ],
};
const accepted = [..."? # ... a..b a/b a/... ;x ..; ä 💾 ' a.b it's-(a)~slug!*".split(' '), '€'.repeat(512)];
const byProblem: [string | null, readonly string[]][] = [...Object.entries(refused), [null, accepted]];
it.each(byProblem)('each path value with the problem “%s”', (problem, values) => {
  for (const value of values) expect(findPathValueProblem(value)).toBe(problem);
});

const difficultText = fc.constantFrom(...Object.values(refused).flat(), ...accepted);
const anyValue = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.array(difficultText, { maxLength: 4 }).map((texts) => texts.join('')),
  fc.string({ unit: fc.constantFrom(...'.%2efc0a/\\;?# '), maxLength: 9 }),
);

it('any value is refused, or arrives unchanged at its own path', () => {
  let acceptedCount = 0;
  const property = fc.property(anyValue, anyValue, anyValue, (workspaceSlug, databaseName, instanceId) => {
    const target = { workspaceSlug, databaseName, instanceId };
    const build = () => buildServicePath(operationPaths.deleteComputeInstance, target);
    if (Object.values(target).some((value) => findPathValueProblem(value) !== null))
      return void expect(build).toThrow(/no request was sent\.$/i);
    acceptedCount += 1;
    const path = build();
    const { pathname, search, hash } = new URL(path, 'http://service.example');
    expect([pathname, search, hash]).toEqual([path, '', '']);
    const parts = ['', 'workspaces', workspaceSlug, 'databases', databaseName, 'compute', instanceId];
    expect(path.split('/').map(decodeURIComponent)).toEqual(parts);
    // A proxy that decodes the path and parses it again reaches the same place.
    const decoded = decodeURIComponent(path).replace(/[?#]/g, '-');
    const again = new URL(decoded.replace(/\s/g, '_'), 'http://service.example');
    expect(again.pathname.split('/')).toHaveLength(decoded.split('/').length);
  });
  fc.assert(property, { numRuns: 3_000 });
  expect(acceptedCount).toBeGreaterThan(200);
});

it.each([
  ...['/a/../{workspaceSlug}', '/a/{workspaceSlug}?all=1', '/a b/{workspaceSlug}', '//h/{workspaceSlug}'],
  ...['workspaces/{workspaceSlug}', 'https://evil.example/{workspaceSlug}', '/{missing}', '/{constructor}'],
])('no request can be sent to a path of the template %s', (template) => {
  expect(() => buildServicePath(template, { workspaceSlug: 'w' })).toThrow(/no request was sent\.$/i);
});
