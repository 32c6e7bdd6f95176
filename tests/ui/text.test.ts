import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findTextHazard, splitHiddenCharacters, toBidiIsolatedText } from '../../src/format/text.ts';
import { toCsv } from '../../src/rules/csv.ts';
import { foldForSearch } from '../../src/rules/text.ts';

it.each([
  ['prod-сору', 'Mixes Latin with Cyrillic or Greek letters: U+0441 U+043E U+0440 U+0443.'],
  ['οrders', 'Mixes Latin with Cyrillic or Greek letters: U+03BF.'],
  ['app-０１', 'Has full-width or similar forms: U+FF10 U+FF11.'],
  ['\u202eorders', 'Contains hidden characters: U+202E.'],
  ['orders ', 'Contains hidden characters: U+0020.'],
  ['a  b', 'Contains hidden characters: U+0020.'],
])('a name %j → the mark %j', (name, hazard) => expect(findTextHazard(name)).toBe(hazard));

const plain = ['orders-primary', 'заказы', 'café-ärger', '٢٠٢٦-نسخة'];
const emoji = ['👩🏽\u200d🔧-bot', '❤\ufe0f', '☎\ufe0e', '1\ufe0f\u20e3', '۲\u200cساله'];
const joined = ['می\u200cخواهم', 'مِ\u200cی', 'خانهٔ\u200cما', 'क्\u200dष', 'क॑\u200dष', 'ಕ್\u200cಷ'];
it.each([...plain, ...emoji, ...joined])('in one script, or joined as it should be → no mark: %s', (name) => {
  expect(findTextHazard(name)).toBeNull();
});

const afterLetter = ['a\ufe0f', '1\ufe0f', 'or\u200cders', 'a\u0650\u200cb'];
const unjoined = [...afterLetter, 'a\u200d🔧', '👩\u200d', 'م\u200c', '،\u200cم'];
it.each(unjoined)('a joiner without something to join is hidden: %j', (name) => {
  expect(findTextHazard(name)).toMatch(/^Contains hidden characters/);
});

it('a name shows each run of hidden characters as its code', () => {
  const parts = splitHiddenCharacters('a\u200b\u200bb ');
  expect(parts.map(({ text, label }) => label ?? text)).toEqual(['a', 'U+200B ×2', 'b', 'U+0020']);
  expect(toBidiIsolatedText('a\nb')).toBe('a[U+000A]b');
  expect(toBidiIsolatedText('orders-primary')).toBe('orders-primary');
  expect(toBidiIsolatedText('שלום')).toBe('\u2068שלום\u2069');
});

it('a name loses no character when it is split', () => {
  const textsOf = (name: string) => splitHiddenCharacters(name).map(({ text }) => text);
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (name) => textsOf(name).join('') === name));
});

it.each([
  ['Café-Prod', 'cafe-prod', true],
  ['STRASSE', 'straße', true],
  ['İstanbul', 'istanbul', true],
  ['ΣΑΣ', 'σασ', true],
  ['и', 'н', false],
])('%s and %s fold alike: %s', (a, b, isSame) => expect(foldForSearch(a) === foldForSearch(b)).toBe(isSame));

const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '\n-1'];
it.each(formulas)('toCsv guards the text %j', (cell) => expect(toCsv([[cell]])).toBe(`"'${cell}"\r\n`));

it('toCsv quotes separators, and leaves numbers and empty cells as they are', () => {
  expect(toCsv([['a;=b'], ['a,"b"', -22.5, null]])).toBe('"a;=b"\r\n"a,""b""",-22.5,\r\n');
  expect(toCsv([])).toBe('');
});
