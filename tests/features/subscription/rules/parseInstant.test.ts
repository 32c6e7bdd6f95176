import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseInstant } from '../../../../src/features/subscription/rules/parseInstant.ts';

describe('parseInstant', () => {
  it('reads back every ms of the years 0 to 9999', () => {
    const moments = fc.integer({
      min: Date.parse('0000-01-01'),
      max: Date.parse('9999-12-31T23:59:59.999Z'),
    });
    fc.assert(
      fc.property(moments, (ms) => {
        expect(parseInstant(new Date(ms).toISOString())).toBe(ms);
      }),
      { numRuns: 10_000 },
    );
  });

  it.each([
    ['2024-03-01', '2024-03-01T00:00:00.000Z'],
    ['2024-02-29T12:00', '2024-02-29T12:00:00.000Z'],
    ['2024-03-01T00:00:00', '2024-03-01T00:00:00.000Z'],
    ['2024-03-01t00:00:00z', '2024-03-01T00:00:00.000Z'],
    ['2024-03-01T00:00:00+02:00', '2024-02-29T22:00:00.000Z'],
    ['2024-03-01T00:00:00-0530', '2024-03-01T05:30:00.000Z'],
    ['2024-03-01T00:00:00+02', '2024-02-29T22:00:00.000Z'],
    ['2024-03-01T00:00:00.123456789Z', '2024-03-01T00:00:00.123Z'],
    ['2024-03-01T00:00:00,5Z', '2024-03-01T00:00:00.500Z'],
    ['2024-03-01T24:00:00Z', '2024-03-02T00:00:00.000Z'],
    ['0000-02-29', '0000-02-29T00:00:00.000Z'],
  ])('%s is %s', (text, iso) => {
    expect(new Date(parseInstant(text) ?? Number.NaN).toISOString()).toBe(iso);
  });

  it.each([
    '',
    '1',
    'tomorrow',
    '2024',
    '2024-03',
    '2024-02-30',
    '2023-02-29',
    '1900-02-29',
    '2024-04-31',
    '2024-13-01',
    '2024-00-10',
    '2024-01-00',
    '2024-03-01T24:00:01Z',
    '2024-03-01T12:60Z',
    '2024-03-01T12:00:60Z',
    '2024-03-01T12:00:00+24:00',
    '2024-03-01T12:00:00 Z',
    '2024-03-01 12:00:00',
    ' 2024-03-01',
    '2024-03-01\n',
    'March 1, 2024',
    '03/01/2024',
    '1709251200000',
    '+002024-03-01',
  ])('"%s" is no date', (text) => {
    expect(parseInstant(text)).toBeNull();
  });
});
