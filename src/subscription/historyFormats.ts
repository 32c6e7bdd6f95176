import { toCsv } from '../format/csv.ts';
import type { EpochMs } from '../format/time.ts';
import { entryStateLabels, getEntryState, type HistoryModel } from './history.ts';
import type { HistoryEntry, Span } from './historyRecord.ts';
import {
  describeLevelChange,
  describeMissingRecords,
  findEntrySpan,
  formatTextWithLevel,
  listNotes,
  toDays,
} from './sentences.ts';

const columns = ['level', 'from', 'to', 'days', 'state', 'change', 'note', 'validFrom', 'validTo'] as const;

type ExportedRow = Record<(typeof columns)[number], string | number | null>;

/** Each gap before a listed record is a row of its own. */
export const historyFormats = {
  csv(entries: readonly HistoryEntry[], model: HistoryModel): string {
    const rows = entries.flatMap((entry) => [
      toRow(entry, model),
      ...(entry.gap === null ? [] : [toGapRow(entry.gap, model)]),
    ]);
    return toCsv([columns, ...rows.map((row) => columns.map((column) => formatCell(row[column])))]);
  },
  json: (entries: readonly HistoryEntry[], model: HistoryModel): string =>
    `${JSON.stringify(
      entries.map((entry) => ({ ...toRow(entry, model), record: entry.record.raw })),
      null,
      2,
    )}\n`,
};

function toRow(entry: HistoryEntry, model: HistoryModel): ExportedRow {
  const change = describeLevelChange(entry, model);
  const duration = findEntrySpan(entry, model.now);
  return {
    level: entry.record.level,
    from: formatMoment(entry.from),
    to: formatMoment(entry.to),
    days: duration === null ? null : toDays(duration.to - duration.from),
    state: entryStateLabels[getEntryState(entry, model)],
    change: change === null ? null : formatTextWithLevel(change),
    note:
      [...listNotes(entry).map(formatTextWithLevel), ...describeEnding(entry, duration)].join('. ') || null,
    validFrom: entry.record.validFrom,
    validTo: entry.record.validTo,
  };
}

function describeEnding({ ending }: HistoryEntry, duration: Span | null): string[] {
  if (ending === 'next-record') return ['No end date, so it ends when the next record starts'];
  return ending === 'open' && duration !== null ? ['No end date, so its days are the days until now'] : [];
}

function toGapRow({ from, to }: Span, model: HistoryModel): ExportedRow {
  const blank = { state: null, change: null, note: null, validFrom: null, validTo: null };
  const level = describeMissingRecords(model) === null ? '(no subscription)' : '(no record)';
  return { ...blank, level, from: formatMoment(from), to: formatMoment(to), days: toDays(to - from) };
}

/** Spreadsheets read "2026-12-16 00:00" as a date. */
function formatMoment(ms: EpochMs | null): string | null {
  return ms === null ? null : new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
}

function formatCell(value: string | number | null): string {
  return typeof value === 'number' ? value.toFixed(1) : (value ?? '');
}
