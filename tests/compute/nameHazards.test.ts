import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameHazards } from '../../src/features/compute/confusables.ts';
import { hostileText } from './generatedRows.ts';

describe('hidden characters', () => {
  it.each([
    ['orders\u202eyramirp', 'U+202E RIGHT-TO-LEFT OVERRIDE', true],
    ['orders\u200bprimary', 'U+200B ZERO WIDTH SPACE', false],
    ['\ufefforders', 'U+FEFF ZERO WIDTH NO-BREAK SPACE', false],
    ['orders\u00a0primary', 'U+00A0 NO-BREAK SPACE', false],
    ['orders\u3164', 'U+3164 HANGUL FILLER', false],
    ['orders\u2066x', 'U+2066 LEFT-TO-RIGHT ISOLATE', true],
    ['orders\u0000x', 'U+0000 NULL', false],
    ['orders\u0007x', 'U+0007 CONTROL CHARACTER', false],
    ['orders\u{e0041}', 'U+E0041 TAG CHARACTER', false],
    ['orders\ud800x', 'U+D800 HALF OF A CHARACTER', false],
    ['orders\u2065x', 'U+2065', false],
    ['orders\u2800\u2800\u2800', 'U+2800 BRAILLE PATTERN BLANK ×3', false],
    ['orders ', 'U+0020 SPACE', false],
    [' orders', 'U+0020 SPACE', false],
    ['orders  primary', 'U+0020 SPACE ×2', false],
  ])('%j shows %s', (name, label, hasBidi) => {
    const hazards = nameHazards(name);
    expect(hazards.parts.filter(({ kind }) => kind === 'hidden')).toMatchObject([{ label }]);
    expect([hazards.hasInvisible, hazards.hasBidi, hazards.isClean]).toEqual([true, hasBidi, false]);
  });

  it('keep their place among what can be read', () => {
    expect(nameHazards('a\u200b\u200b\u202eb c').parts).toEqual([
      { kind: 'plain', text: 'a' },
      { kind: 'hidden', text: '\u200b\u200b', label: 'U+200B ZERO WIDTH SPACE ×2' },
      { kind: 'hidden', text: '\u202e', label: 'U+202E RIGHT-TO-LEFT OVERRIDE' },
      { kind: 'plain', text: 'b c' },
    ]);
  });

  it('never lose or change a character of the name', () => {
    fc.assert(
      fc.property(fc.oneof(hostileText, fc.string({ unit: 'binary' })), (name) => {
        const { parts, isClean } = nameHazards(name);
        expect(parts.map(({ text }) => text).join('')).toBe(name);
        if (isClean) expect(parts.every(({ kind }) => kind === 'plain')).toBe(true);
        for (const part of parts)
          if (part.kind === 'plain') expect(part.text).not.toMatch(/[\p{C}\u2028\u00a0]| {2}/u);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('look-alikes', () => {
  it.each([
    ['оrders-primary', 'mixes letters of several alphabets in one word', true],
    ['οrders', 'mixes letters of several alphabets in one word', true],
    ['сору', 'has a word made only of letters that look like Latin ones', false],
    ['ｏｒｄｅｒｓ', 'holds styled forms of ordinary characters, such as full-width letters', false],
    ['𝐨𝐫𝐝𝐞𝐫𝐬', 'holds styled forms of ordinary characters, such as full-width letters', false],
    ['orders-١', 'holds digits other than 0–9', false],
    ['orders–primary', 'holds a dash that is not the one on the keyboard', false],
    ['orders−primary', 'holds a dash that is not the one on the keyboard', false],
    ['cafe\u0301', 'holds accents or letters written in an unusual form', false],
  ])('%s %s', (name, reason, mixedScripts) => {
    const hazards = nameHazards(name);
    expect(hazards.lookAlikes).toContain(reason);
    expect([hazards.mixedScripts, hazards.isClean]).toEqual([mixedScripts, false]);
  });

  it.each([
    'orders-primary',
    'orders_primary 2',
    'café',
    'заказы-primary',
    'основная',
    'παραγγελίες',
    '注文',
    'طلبات',
    '',
  ])('%j is clean', (name) => {
    expect(nameHazards(name)).toMatchObject({ isClean: true, hasBidi: false, lookAlikes: [] });
  });
});
