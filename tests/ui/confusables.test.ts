import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTextHazards, toSafeText } from '../../src/ui/confusables.ts';
import { hostileText } from '../compute/rowFixtures.ts';

describe('hidden characters', () => {
  it.each([
    ['orders\u202eyramirp', 'U+202E'],
    ['orders\u00a0primary', 'U+00A0'],
    ['orders\u3164', 'U+3164'],
    ['orders\u0000x', 'U+0000'],
    ['orders\u{e0041}', 'U+E0041'],
    ['orders\ud800x', 'U+D800'],
    ['orders\u2065x', 'U+2065'],
    ['orders\u2800\u2800\u2800', 'U+2800 ×3'],
    ['orders ', 'U+0020'],
    [' orders', 'U+0020'],
    ['orders  primary', 'U+0020 ×2'],
  ])('%j is labelled %s', (text, label) => {
    const { parts, warnings } = findTextHazards(text);
    expect(parts.filter(({ kind }) => kind === 'hidden')).toMatchObject([{ label }]);
    expect(warnings).toContain('Contains hidden characters.');
  });

  it('keep their position in the text', () => {
    expect(findTextHazards('a\u200b\u200b\u202eb c').parts).toEqual([
      { kind: 'plain', text: 'a' },
      { kind: 'hidden', text: '\u200b\u200b', label: 'U+200B ×2' },
      { kind: 'hidden', text: '\u202e', label: 'U+202E' },
      { kind: 'plain', text: 'b c' },
    ]);
  });

  it('are never lost or changed', () => {
    fc.assert(
      fc.property(fc.oneof(hostileText, fc.string({ unit: 'binary' })), (name) => {
        const { parts, warnings } = findTextHazards(name);
        expect(parts.map(({ text }) => text).join('')).toBe(name);
        if (warnings.length === 0) expect(parts.every(({ kind }) => kind === 'plain')).toBe(true);
        for (const part of parts)
          if (part.kind === 'plain') expect(part.text).not.toMatch(/[\p{C}\u2028\u00a0]| {2}/u);
      }),
      { numRuns: 500 },
    );
  });
});

describe('look-alikes', () => {
  it.each([
    ['оrders-primary', 'Mixes alphabets.'],
    ['сору', 'Contains letters that look like Latin letters.'],
    ['ｏｒｄｅｒｓ', 'Contains styled forms of ordinary characters.'],
    ['orders-١', 'Contains digits other than 0–9.'],
    ['orders–primary', 'Contains an unusual dash.'],
    ['cafe\u0301', 'Contains accents in an unusual form.'],
  ])('%s has the warning “%s”', (text, warning) => {
    expect(findTextHazards(text).warnings).toEqual(
      expect.arrayContaining([warning, 'It may look the same as another name.']),
    );
  });

  it.each(['orders-primary', 'orders_primary 2', 'café', 'заказы-primary', '注文', 'طلبات', ''])(
    '%j has no warning',
    (text) => {
      expect(findTextHazards(text).warnings).toEqual([]);
    },
  );
});

describe('toSafeText', () => {
  it.each([
    ['orders-primary', 'orders-primary'],
    ['billing\u202e', '\u2068billing[U+202E]\u2069'],
    ['\u05d0\u05d1', '\u2068\u05d0\u05d1\u2069'],
    ['half \ud800', '\u2068half [U+D800]\u2069'],
    ['two\nlines', '\u2068two[U+000A]lines\u2069'],
    ['orders ', 'orders[U+0020]'],
  ])('turns %j into %j', (text, shown) => {
    expect(toSafeText(text)).toBe(shown);
  });

  it('returns no hidden characters, and isolates a text that is not ASCII', () => {
    fc.assert(
      fc.property(fc.oneof(hostileText, fc.string({ unit: 'binary' })), (text) => {
        const shownText = toSafeText(text);
        const innerText = shownText.startsWith('\u2068') ? shownText.slice(1, -1) : shownText;
        expect(innerText).not.toMatch(/[\p{C}\u2028\u2029]/u);
        if (/[^\x20-\x7e]/.test(text)) expect(shownText).toBe(`\u2068${innerText}\u2069`);
      }),
      { numRuns: 500 },
    );
  });
});
