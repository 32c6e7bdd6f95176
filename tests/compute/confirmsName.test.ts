import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confirmsName, nameNearMiss } from '../../src/features/compute/deletion/confirmation.ts';
import { hostileText } from './generatedRows.ts';

const alike = 'This looks the same but uses different characters. Copy the name instead.';

describe('confirmsName', () => {
  it('accepts the exact name and ignores white space at both ends', () => {
    for (const typed of ['orders', ' orders', 'orders\n', '\u00a0orders\t'])
      expect(confirmsName(typed, 'orders')).toBe(true);
    expect(confirmsName('orders', ' orders ')).toBe(true);
    expect(nameNearMiss(' orders', 'orders')).toBeNull();
  });

  it.each([
    ['Orders', 'orders', 'Upper and lower case must match.'],
    ['caf\u00e9', 'cafe\u0301', alike],
    ['orders', 'or\u200bders', 'Hidden spaces or characters don’t match. Copy the name instead.'],
    ['a b', 'a  b', 'Hidden spaces or characters don’t match. Copy the name instead.'],
    ['orders', 'оrders', alike],
    ['orders-a', 'orders–a', alike],
    ['orders', 'ｏrders', alike],
    ['order', 'orders', null],
    ['', 'orders', null],
    ['', '', null],
    ['  ', ' ', null],
  ])('rejects %j for %j with the hint %j', (typed, name, hint) => {
    expect(confirmsName(typed, name)).toBe(false);
    expect(nameNearMiss(typed, name)).toBe(hint);
  });

  it('accepts a text only if the trimmed code points are equal', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (typed, name) => {
        const same = [...typed.trim()].join('|') === [...name.trim()].join('|');
        expect(confirmsName(typed, name)).toBe(same && name.trim() !== '');
        expect(confirmsName(` ${name}\n`, name)).toBe(name.trim() !== '');
        if (confirmsName(typed, name)) expect(nameNearMiss(typed, name)).toBeNull();
      }),
      { numRuns: 2000 },
    );
  });
});
