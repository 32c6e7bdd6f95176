import { type EpochMs, formatTimestamp } from '../format/time.ts';
import { toCsv } from '../rules/csv.ts';
import type { SubscriptionHistory, TimeSpan } from './history.ts';
import type { HistoryRow } from './historyView.ts';
import { msToDays } from './levels.tsx';

/** The rows of the list, with the days that it shows. */
export function formatHistory(
  rows: readonly HistoryRow[],
  { isCertain }: SubscriptionHistory,
  selected: TimeSpan | null,
): string {
  const days = selected === null ? 'days' : `days from ${listDays(selected).join(' to ')}`;
  const gapLevel = isCertain ? '(no subscription)' : '(no record)';
  const lines = rows.map(({ entry, from, to, ms, state }) => [
    entry === null ? gapLevel : entry.record.level,
    formatMoment(from),
    formatMoment(to),
    ms === null ? null : msToDays(ms),
    state,
    entry?.problem ?? null,
    entry?.record.validFrom ?? null,
    entry?.record.validTo ?? null,
  ]);
  return toCsv([['level', 'from', 'to', days, 'state', 'note', 'validFrom', 'validTo'], ...lines]);
}

/** The first and the last day, for names. */
export function listDays({ from, to }: TimeSpan): string[] {
  return [from, to - 1].map((ms) => formatTimestamp(ms).slice(0, 10));
}

/** Spreadsheets read "2026-12-16 00:00" as a date. */
function formatMoment(ms: EpochMs | null): string | null {
  return ms === null ? null : formatTimestamp(ms).slice(0, 16);
}
