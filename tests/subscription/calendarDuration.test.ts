import { describe, expect, it } from 'vitest';
import { calendarDuration } from '../../src/features/subscription/durations.ts';

describe('calendarDuration', () => {
  it.each([
    ['2024-01-01', '2025-04-01', '1 year 3 months'],
    ['2024-03-01', '2024-03-13', '12 days'],
    ['2024-03-01', '2024-03-02', '1 day'],
    ['2024-01-31', '2024-02-29', '1 month'],
    ['2024-01-31', '2024-03-01', '1 month 1 day'],
    ['2023-01-31', '2023-02-28', '1 month'],
    ['2024-02-29', '2025-02-28', '1 year'],
    ['2020-02-29', '2024-02-28', '3 years 11 months 30 days'],
    ['2024-12-15', '2025-01-14', '30 days'],
    ['2024-01-01T12:00:00Z', '2024-02-01T11:59:59Z', '30 days'],
    ['2024-01-01', '2026-02-02', '2 years 1 month 1 day'],
    ['2024-01-01T00:00:00Z', '2024-01-01T23:59:59Z', 'less than a day'],
    ['2024-01-01', '2024-01-01', '0 days'],
    ['2024-01-02', '2024-01-01', '0 days'],
    ['0050-01-01', '0150-01-01', '100 years'],
  ])('%s to %s is %s', (from, to, text) => {
    expect(calendarDuration(Date.parse(from), Date.parse(to))).toBe(text);
  });
});
