import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { formatAgo, formatExportedDate, formatInstant, parseInstant } from '../../src/ui/time.ts';

const timeZone = process.env.TZ;
afterEach(() => {
  process.env.TZ = timeZone;
});

describe('parseInstant', () => {
  it.each([
    ['2024-03-01', '2024-03-01T00:00:00.000Z'],
    ['2024-03-01T00:00:00', '2024-03-01T00:00:00.000Z'],
    ['2024-03-01t00:00:00z', '2024-03-01T00:00:00.000Z'],
    ['2024-03-01T00:00:00+02:00', '2024-02-29T22:00:00.000Z'],
    ['2024-03-01T00:00:00-0530', '2024-03-01T05:30:00.000Z'],
    ['2024-03-01T00:00:00+02', '2024-02-29T22:00:00.000Z'],
    ['2024-03-01T00:00:00.123456789Z', '2024-03-01T00:00:00.123Z'],
    ['2024-03-01T00:00:00,5Z', '2024-03-01T00:00:00.500Z'],
    ['2024-03-01T24:00:00Z', '2024-03-02T00:00:00.000Z'],
    ['0000-02-29', '0000-02-29T00:00:00.000Z'],
  ])('reads %s as %s', (text, iso) => {
    expect(new Date(parseInstant(text) ?? Number.NaN).toISOString()).toBe(iso);
  });

  it.each([
    '',
    'tomorrow',
    '2024',
    '1900-02-29',
    '2024-02-30',
    '2024-04-31',
    '2024-13-01',
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
    '+002024-03-01',
  ])('rejects "%s"', (text) => {
    expect(parseInstant(text)).toBeNull();
  });

  it.each(['Asia/Tokyo', 'America/St_Johns', 'Pacific/Apia'])(
    'reads a text without a zone as UTC, even if the local zone is %s',
    (zone) => {
      process.env.TZ = zone;
      fc.assert(
        fc.property(moments, (ms) => {
          const text = new Date(ms).toISOString();
          expect(parseInstant(text.slice(0, -1))).toBe(ms);
          expect(parseInstant(text.slice(0, 10))).toBe(Date.parse(`${text.slice(0, 10)}T00:00:00Z`));
        }),
      );
    },
  );

  it('reads the same moment from a date and from its export, which names a time zone', () => {
    fc.assert(
      fc.property(moments, fc.constantFrom('', 'Z', '+09:00', '-0530'), (ms, zone) => {
        const text = `${new Date(ms).toISOString().slice(0, -1)}${zone}`;
        expect(formatExportedDate(text)).toMatch(/T.*(Z|[+-]\d\d:?\d\d)$/);
        expect(parseInstant(formatExportedDate(text))).toBe(parseInstant(text));
      }),
    );
    expect(formatExportedDate('2026-02-30T00:00:00Z')).toBe('invalid date “2026-02-30T00:00:00Z”');
  });
});

describe('formatInstant', () => {
  it.each([
    ['2026-11-21T14:02:59.999Z', '21 Nov 2026, 14:02 UTC'],
    ['2026-09-01T00:00:00.000Z', '1 Sep 2026, 00:00 UTC'],
    ['0099-01-31T23:59:00.000Z', '31 Jan 99, 23:59 UTC'],
    ['+012026-02-03T04:05:06.000Z', '3 Feb 12026, 04:05 UTC'],
    ['-000001-02-03T04:05:06.000Z', '3 Feb -1, 04:05 UTC'],
  ])('formats %s as %s', (iso, words) => {
    expect(formatInstant(Date.parse(iso))).toBe(words);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1])('formats %d as an invalid date', (ms) => {
    expect(formatInstant(ms)).toBe('invalid date');
    expect(formatInstant(ms, 'local')).toBe('invalid date');
  });

  it.each([
    ['Asia/Kolkata', '2026-11-21T14:02:00Z', '21 Nov 2026, 19:32 UTC+5:30'],
    ['America/St_Johns', '2026-01-01T00:00:00Z', '31 Dec 2025, 20:30 UTC-3:30'],
    ['Europe/Berlin', '2026-03-29T00:59:00Z', '29 Mar 2026, 01:59 UTC+1'],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', '29 Mar 2026, 03:00 UTC+2'],
    ['Europe/London', '2026-12-01T12:00:00Z', '1 Dec 2026, 12:00 UTC'],
  ])('in the local zone %s, formats %s as %s', (zone, iso, words) => {
    process.env.TZ = zone;
    expect(formatInstant(Date.parse(iso), 'local')).toBe(words);
  });

  it.each(['UTC', 'Asia/Kathmandu', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia'])(
    'agrees with Intl.DateTimeFormat in the local zone %s',
    (zone) => {
      process.env.TZ = zone;
      const format = new Intl.DateTimeFormat('en-GB', {
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        timeZone: zone,
        timeZoneName: 'shortOffset',
      });
      const moments = fc.integer({ min: 0, max: Date.UTC(2099, 11, 31) });
      fc.assert(
        fc.property(moments, (ms) => {
          const words = format.format(ms).replace('Sept', 'Sep').replace('GMT', 'UTC').replace(/\+0$/, '');
          expect(formatInstant(ms, 'local')).toBe(words);
        }),
      );
    },
  );
});

it.each([
  [-500, 'just now'],
  [59_000, 'just now'],
  [60_000, '1 min ago'],
  [3_599_000, '59 min ago'],
  [3_600_000, '1 h ago'],
  [47 * 3_600_000, '47 h ago'],
  [48 * 3_600_000, '2 d ago'],
  [-2_000, null],
])('formats a moment %d ms ago as %s', (age, words) => {
  expect(formatAgo(1_000_000_000_000 - age, 1_000_000_000_000)).toBe(words);
});

const moments = fc.integer({ min: Date.UTC(1000, 0, 1), max: Date.parse('9999-12-30T00:00:00Z') });
