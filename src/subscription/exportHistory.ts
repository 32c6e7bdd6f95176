import { toCsv } from '../rules/csv.ts';
import type { EpochMs } from '../format/time.ts';
import type { FileFormat } from '../ui/ExportMenu.tsx';
import {
  clipSpans,
  entryStateLabels,
  getEntryState,
  type HistoryEntry,
  type SubscriptionHistory,
  sumSpans,
  type TimeSpan,
} from './history.ts';
import { describeChange, formatNote, getEntryDurationMs, listEntryNotes, msToDays } from './sentences.tsx';

type Exporter = (
  entries: readonly HistoryEntry[],
  history: SubscriptionHistory,
  selected: TimeSpan | null,
) => string;

export const historyExporters: Record<FileFormat, Exporter> = {
  csv(entries, history, selected) {
    const countDays = createLastColumn(history, selected);
    const rows = entries.flatMap((entry) => [
      { ...createRow(entry, history), ...countDays(entry) },
      ...(entry.gap === null ? [] : [{ ...createGapRow(entry.gap, history), ...countDays(entry.gap) }]),
    ]);
    return toCsv([Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]);
  },
  json(entries, history, selected) {
    const countDays = createLastColumn(history, selected);
    const rows = entries.map((entry) => ({
      ...createRow(entry, history),
      ...countDays(entry),
      record: entry.record.raw,
    }));
    return `${JSON.stringify(rows, null, 2)}\n`;
  },
};

/** The selected days of a record or a gap. As in the totals, each moment counts once, for the record in force. */
function createLastColumn({ periods }: SubscriptionHistory, selected: TimeSpan | null) {
  if (selected === null) return () => null;
  const [from, to] = [selected.from, selected.to - 1].map((ms) => new Date(ms).toISOString().slice(0, 10));
  const periodsOf = Map.groupBy(clipSpans(periods, selected), ({ entry }) => entry.record);
  return (row: HistoryEntry | TimeSpan) => {
    const isEntry = 'record' in row;
    const spans = isEntry ? (periodsOf.get(row.record) ?? []) : clipSpans([row], selected);
    const isKnown = !isEntry || (row.from !== null && !row.isEndUnclear);
    return { [`days from ${from} to ${to}`]: isKnown ? msToDays(sumSpans(spans)) : null };
  };
}

function createRow(entry: HistoryEntry, history: SubscriptionHistory) {
  const { record, from, to, statedEnd, isEndUnclear } = entry;
  const change = describeChange(entry, history);
  const ms = getEntryDurationMs(entry, history.now);
  const notes = listEntryNotes(entry, history).map(formatNote);
  if (statedEnd === null && ms !== null)
    notes.push(`No end date, so its days are those until ${Number.isFinite(to) ? 'the next record' : 'now'}`);
  return {
    level: record.level,
    from: formatMoment(from),
    to: isEndUnclear ? null : formatMoment(to),
    days: ms === null ? null : msToDays(ms),
    state: entryStateLabels[getEntryState(entry, history)] as string,
    change: change && formatNote(change),
    note: notes.join('. '),
    validFrom: record.validFrom,
    validTo: record.validTo,
  };
}

function createGapRow(
  { from, to }: TimeSpan,
  { isCertain }: SubscriptionHistory,
): ReturnType<typeof createRow> {
  const level = isCertain ? '(no subscription)' : '(no record)';
  const dates = { from: formatMoment(from), to: formatMoment(to), days: msToDays(to - from) };
  return { level, ...dates, state: '', change: null, note: '', validFrom: null, validTo: null };
}

/** Spreadsheets read "2026-12-16 00:00" as a date. */
function formatMoment(ms: EpochMs | null): string | null {
  return ms === null || !Number.isFinite(ms)
    ? null
    : new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
}
