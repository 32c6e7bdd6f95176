import { toCsv } from '../format/csv.ts';
import type { EpochMs } from '../format/time.ts';
import type { FileFormat } from '../ui/ExportMenu.tsx';
import {
  entryStateLabels,
  getEntryState,
  type HistoryEntry,
  type Span,
  type SubscriptionHistory,
} from './history.ts';
import { describeChange, formatNote, listEntryNotes, measureEntry, msToDays } from './sentences.tsx';

type Exporter = (entries: readonly HistoryEntry[], history: SubscriptionHistory) => string;

export const historyExporters: Record<FileFormat, Exporter> = {
  csv(entries, history) {
    const rows = entries.flatMap((entry) => [
      createRow(entry, history),
      ...(entry.gap === null ? [] : [createGapRow(entry.gap, history)]),
    ]);
    return toCsv([Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]);
  },
  json(entries, history) {
    const rows = entries.map((entry) => ({ ...createRow(entry, history), record: entry.record.raw }));
    return `${JSON.stringify(rows, null, 2)}\n`;
  },
};

/** The keys, in this order, are the columns of the CSV. */
function createRow(entry: HistoryEntry, history: SubscriptionHistory) {
  const { record, from, to, statedEnd, isEndUnclear } = entry;
  const change = describeChange(entry, history);
  const ms = measureEntry(entry, history.now);
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

function createGapRow({ from, to }: Span, { isCertain }: SubscriptionHistory): ReturnType<typeof createRow> {
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
