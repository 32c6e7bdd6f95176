import { expect, it } from 'vitest';
import { quoteValue, redactJson, redactToken } from '../../src/rules/text.ts';

const token = 'abc/def+g\\h==';
it.each([
  ['as it is', token],
  ['in a URL', 'abc%2Fdef%2Bg%5Ch%3D%3D'],
  ['in a URL in lower case', 'abc%2fdef%2bg%5ch%3d%3d'],
  ['in JSON of PHP', 'abc\\/def+g\\\\h=='],
  ['in JSON of .NET', 'abc/def\\u002Bg\\\\h=='],
  ['in JSON with every special character escaped', 'abc\\u002fdef\\u002bg\\u005ch\\u003d\\u003d'],
])('a token %s is redacted', (_, spelling) => {
  expect(redactToken(`Bearer ${spelling}, ${spelling}`, token)).toBe('Bearer [redacted], [redacted]');
  // A token that words may contain.
  expect(redactToken('the sandboxes', 'sandbox')).toBe('the sandboxes');
});

it('arrays and objects that are nested more than 100 levels deep are replaced', () => {
  const nested = (levels: number, inner: string) =>
    JSON.parse(`${'[{"a":'.repeat(levels)}${inner}${'}]'.repeat(levels)}`);
  expect(redactJson(nested(50, '1'), token)).toEqual(nested(50, '1'));
  expect(redactJson(nested(50_000, '1'), token)).toEqual(nested(50, '"(nested too deeply to show)"'));
});

it.each([
  ['x'.repeat(513), `“${'x'.repeat(512)}…”`],
  ['a\u202eb\u0000\ud800', '“a\ufffdb\ufffd\ufffd”'],
])('the value %j is quoted as %j', (value, quoted) => expect(quoteValue(value)).toBe(quoted));
