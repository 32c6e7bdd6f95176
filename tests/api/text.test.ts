import { expect, it } from 'vitest';
import { quotedValue } from '../../src/api/text.ts';

it.each([
  ['quotes a value', 'acme', '“acme”'],
  ['quotes an empty value', '', '“”'],
  ['keeps 512 characters', 'x'.repeat(512), `“${'x'.repeat(512)}”`],
  ['cuts after 512 characters', 'x'.repeat(513), `“${'x'.repeat(512)}…”`],
  ['replaces invisible characters', 'a\u202eb\u0000', '“a\ufffdb\ufffd”'],
  ['replaces lone surrogates', 'a\ud800', '“a\ufffd”'],
])('%s', (_, value, shown) => {
  expect(quotedValue(value)).toBe(shown);
});
