import { expect, it } from 'vitest';
import { quotedValue } from '../../src/api/text.ts';

it.each([
  ['shows a value as it is', 'acme', '“acme”'],
  ['shows an empty value as empty', '', '“”'],
  ['keeps 512 characters', 'x'.repeat(512), `“${'x'.repeat(512)}”`],
  ['says that there were more than 512', 'x'.repeat(513), `“${'x'.repeat(512)}…”`],
  ['marks what can not be seen', 'a\u202eb\u0000', '“a\ufffdb\ufffd”'],
  ['marks half of a character', 'a\ud800', '“a\ufffd”'],
])('%s', (_, value, shown) => {
  expect(quotedValue(value)).toBe(shown);
});
