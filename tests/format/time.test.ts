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
])('parseInstant rejects "%s"', (text) => {
  expect(parseInstant(text)).toBeNull();
});

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

// 24 Nov 2026, 00:40 UTC is 23 Nov, 16:40 in Los Angeles.
it.each([
  ['America/Los_Angeles', '2026-11-24T00:40:00Z', '2026-11-23T23:40:00Z', 'Today'],
  ['UTC', '2026-11-24T00:40:00Z', '2026-11-23T23:40:00Z', 'Yesterday'],
  ['Asia/Tokyo', '2026-11-24T00:40:00Z', '2026-11-22T14:59:00Z', '22 Nov 2026'],
  // The clocks went back, so this day had 25 hours.
  ['Europe/Berlin', '2026-10-25T23:30:00+01:00', '2026-10-24T23:00:00+02:00', 'Yesterday'],
])('in %s at %s, %s is %s', (zone, now, time, name) => {
  vi.stubEnv('TZ', zone);
  expect(formatRelativeDay(Date.parse(time), Date.parse(now))).toBe(name);
});

it.each([
  [0, '0 seconds'],
  [27.5 * 3_600_000, '27 hours'],
  [900 * 86_400_000, '2 years'],
])('%d ms are %s', (length, text) => {
  expect(formatDuration(length)).toBe(text);
});
