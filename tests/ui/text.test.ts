import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toCsv } from '../../src/rules/csv.ts';
import {
  findTextHazard,
  formatCount,
  splitHiddenCharacters,
  toBidiIsolatedText,
} from '../../src/format/text.ts';
import { foldForSearch } from '../../src/rules/text.ts';

const mixed = 'Looks like a different name, because it mixes alphabets.';

it.each([
  ['orders-primary', null],
  ['заказы', null],
  ['app-０１', 'Looks like a different name, because it has unusual forms of characters.'],
  ...['prod-соре', 'p\u0430ypal', 'ⲟrders', '০rders'].map((name): [string, string] => [name, mixed]),
  ['٢٠٢٦-نسخة', null],
  ['orders\u200b', 'Contains hidden characters.'],
  ['\u202eorders', 'Contains hidden characters.'],
  ['orders ', 'Contains hidden characters.'],
  ['a  b', 'Contains hidden characters.'],
])('a name %j → %j', (name, hazard) => {
  expect(findTextHazard(name)).toBe(hazard);
});

it('a name shows each run of hidden characters as its code', () => {
  const parts = splitHiddenCharacters('a\u200b\u200bb ');
  expect(parts.map(({ text, label }) => label ?? text)).toEqual(['a', 'U+200B ×2', 'b', 'U+0020']);
  expect(toBidiIsolatedText('a\nb')).toBe('a[U+000A]b');
  expect(toBidiIsolatedText('orders-primary')).toBe('orders-primary');
  expect(toBidiIsolatedText('שלום')).toBe('\u2068שלום\u2069');
});

it('a name loses no character when it is split', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const texts = splitHiddenCharacters(name).map(({ text }) => text);
      expect(texts.join('')).toBe(name);
    }),
  );
});

it.each([
  ['Café-Prod', 'cafe-prod', true],
  ['STRASSE', 'straße', true],
  ['İstanbul', 'istanbul', true],
  ['Øre', 'ore', true],
  ['ΣΑΣ', 'σασ', true],
  ['orders', 'order', false],
  ['и', 'н', false],
])('%s and %s are folded to the same: %s', (left, right, isSame) => {
  expect(foldForSearch(left) === foldForSearch(right)).toBe(isSame);
});

const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '\n-1'];
it.each(formulas)('toCsv guards the text %j', (cell) => {
  expect(toCsv([[cell]])).toBe(`"'${cell}"\r\n`);
});

it('toCsv quotes separators, and leaves numbers and empty cells as they are', () => {
  expect(toCsv([['a;=b'], ['a,"b"', -22.5, null]])).toBe('"a;=b"\r\n"a,""b""",-22.5,\r\n');
  expect(toCsv([])).toBe('');
});

it.each([
  [1, '1 record'],
  [1204, '1,204 records'],
])('formatCount(%d) is %s', (count, text) => {
  expect(formatCount(count, 'record')).toBe(text);
});
