import { expect, it, vi } from 'vitest';
import {
  formatDuration,
  formatInstant,
  formatInstantWithLocal,
  formatRelativeDay,
  parseInstant,
} from '../../src/format/time.ts';

it.each([
  ['2024-03-01', '2024-03-01T00:00:00.000Z'],
  ['2024-03-01T00:00:00+02:00', '2024-02-29T22:00:00.000Z'],
  ['2024-03-01T00:00:00-0530', '2024-03-01T05:30:00.000Z'],
  ['2024-03-01T00:00:00,5Z', '2024-03-01T00:00:00.500Z'],
  ['2024-03-01T24:00:00Z', '2024-03-02T00:00:00.000Z'],
  ['0000-02-29', '0000-02-29T00:00:00.000Z'],
  // The next microsecond is later.
  ['2024-03-01T00:00:00.000999Z', '2024-03-01T00:00:00.000Z'],
  ['2024-03-01T00:00:00.57+05:30', '2024-02-29T18:30:00.570Z'],
])('parseInstant reads %s as %s', (text, iso) => {
  expect(new Date(parseInstant(text) ?? Number.NaN).toISOString()).toBe(iso);
});

it.each([
  ...['', 'tomorrow', '2024', '1900-02-29', '2024-04-31', '2024-13-01', '2024-03-01T24:00:01Z'],
  ...['2024-03-01T12:60Z', '2024-03-01T12:00:60Z', '2024-03-01T12:00:00+24:00'],
  ...['2024-03-01  12:00:00', '2024-03-01\n', '+002024-03-01'],
])('parseInstant rejects "%s"', (text) => expect(parseInstant(text)).toBeNull());

const ms = Date.UTC(2026, 10, 24, 23, 5, 59, 999);
it.each([
  ['UTC', '24 Nov 2026, 23:05 UTC'],
  ['Europe/Berlin', '24 Nov 2026, 23:05 UTC · 25 Nov 2026, 00:05 your time'],
  ['America/St_Johns', '24 Nov 2026, 23:05 UTC · 19:35 your time'],
])('in %s, the time and the local time are %s', (zone, text) => {
  vi.stubEnv('TZ', zone);
  expect(formatInstantWithLocal(ms)).toBe(text);
  expect(formatInstant(Number.NaN)).toContain('invalid date');
});

// There, it is still the 23rd. The times beside it, and From and To, are in UTC, too.
it.each([
  ['2026-11-24T23:59:59Z', 'Today'],
  ['2026-11-23T23:40:00Z', 'Yesterday'],
  ['2026-11-22T14:59:00Z', '22 Nov 2026'],
])('in Los Angeles on 24 November UTC, %s is %s', (time, name) => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
  expect(formatRelativeDay(Date.parse(time), Date.UTC(2026, 10, 24))).toBe(name);
});

it.each([
  [-5, '0 minutes'],
  [110 * 60_000, '110 minutes'],
  [27.5 * 3_600_000, '27 hours'],
  [900 * 86_400_000, '2 years'],
])('%d ms are %s', (length, text) => expect(formatDuration(length)).toBe(text));
