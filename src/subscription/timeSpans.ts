import { dayMs, type EpochMs, formatDay } from '../format/time.ts';

/** It includes `from` but not `to`. Without an end, `to` is Infinity. */
export type TimeSpan = { from: EpochMs; to: EpochMs };

export const forever: TimeSpan = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

export function clipSpans<S extends TimeSpan>(spans: readonly S[], limits: TimeSpan): readonly S[] {
  return spans
    .map((span) => ({ ...span, from: Math.max(span.from, limits.from), to: Math.min(span.to, limits.to) }))
    .filter(({ from, to }) => from < to);
}

export function findSpanAt<S extends TimeSpan>(spans: readonly S[], moment: EpochMs): S | undefined {
  return spans.find(({ from, to }) => from <= moment && moment < to);
}

export function sumSpans(spans: readonly TimeSpan[]): number {
  return spans.reduce((sum, { from, to }) => sum + to - from, 0);
}

export function toDays(ms: number): number {
  return Math.round((10 * ms) / dayMs) / 10;
}

/** Includes the last day: "1 Apr 2026 to 30 Jun 2026". Empty for an empty span. */
export function formatDayRange({ from, to }: TimeSpan): string {
  return from === to ? '' : `${formatDay(from)} to ${formatDay(to - 1)}`;
}
