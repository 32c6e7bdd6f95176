import { toCsv } from '../../ui/csv.ts';
import { saveFile } from '../../ui/exportFile.tsx';
import { isoInZone, type Zone } from '../../ui/time.ts';
import { durationText } from './durations.ts';
import type { HistoryModel } from './history.ts';
import type { HistoryEntry } from './historyEntries.ts';
import type { HistoryView } from './historyView.ts';
import {
  changeSentence,
  doubtReason,
  gapSentence,
  problemSentence,
  sharedSentence,
  stateText,
} from './sentences.ts';
import { isInDoubtAt, stateAt } from './states.ts';

/** What is exported or printed: the records the filter shows, all of them, and what must be known to read them elsewhere. */
export type HistoryExport = {
  workspaceSlug: string;
  zone: Zone;
  view: HistoryView;
  model: HistoryModel;
  entries: readonly HistoryEntry[];
  /** ms UTC: the moment the states are true of. */
  now: number;
};

/** Saves the records a filter shows, all of them, as a file. Gives the name of the file. */
export function exportHistory(shown: HistoryExport, format: 'csv' | 'json'): string {
  const text = format === 'csv' ? historyCsv(shown) : historyJson(shown);
  const day = isoInZone(shown.now, shown.zone).slice(0, 10);
  return saveFile(['subscription-history', shown.workspaceSlug, day], format, [text]);
}

/**
 * The records as CSV (RFC 4180, formula-safe), newest first. `from` and `to` are the moments with the offset of the
 * shown zone, so that the day is the one on the screen; `validFrom`, `validTo` and `workspace` are what the service sent
 * (section 2 of the service document), verbatim.
 */
export function historyCsv(shown: HistoryExport): string {
  return toCsv([columns, ...shown.entries.map((entry) => rowOf(entry, shown))]);
}

/**
 * The records as one JSON object, newest first. Each record is what the service sent, every field of it, beside what the
 * console read out of it; moments carry the offset of the shown zone.
 */
export function historyJson(shown: HistoryExport): string {
  const { workspaceSlug, zone, view, model, entries, now } = shown;
  const file = {
    workspace: workspaceSlug,
    zone: zone === 'UTC' ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone,
    exportedAt: isoInZone(now, zone),
    filter: view,
    recordsInAll: model.entries.length,
    recordsName: model.recordsName,
    servedNewestFirst: model.servedNewestFirst,
    records: entries.map((entry) => itemOf(entry, shown)),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

const columns = [
  'level',
  'from',
  'to',
  'state',
  'duration',
  'change',
  'notes',
  'workspace',
  'validFrom',
  'validTo',
];

function rowOf(entry: HistoryEntry, { zone, now, model }: HistoryExport): string[] {
  const { level, workspace, validFrom, validTo } = entry.record;
  const gap = model.gapBelow.get(entry.index);
  const shared = model.overlaps.sharedBy.get(entry.index) ?? 0;
  const notes = entry.problems.map(problemSentence);
  if (entry.ending === 'superseded') notes.push('No end stated; taken to last until the next record.');
  if (isInDoubtAt(entry, now)) notes.push(`${doubtReason}.`);
  if (gap !== undefined) notes.push(`${gapSentence(gap)} before it.`);
  if (shared > 0) notes.push(sharedSentence(shared));
  return [
    level ?? '',
    entry.from === null ? '' : isoInZone(entry.from, zone),
    entry.statedTo === null ? '' : isoInZone(entry.statedTo, zone),
    stateText(entry, now),
    durationText(entry, now),
    changeSentence(entry) ?? '',
    notes.join(' '),
    workspace ?? '',
    validFrom ?? '',
    validTo ?? '',
  ];
}

function itemOf(entry: HistoryEntry, { zone, now }: HistoryExport) {
  return {
    record: entry.record.raw,
    from: entry.from === null ? null : isoInZone(entry.from, zone),
    to: entry.statedTo === null ? null : isoInZone(entry.statedTo, zone),
    ending: entry.ending,
    state: stateAt(entry, now),
    inDoubt: isInDoubtAt(entry, now),
    mayHoldAgain: entry.mayHoldAgain.map((span) => ({
      from: isoInZone(span.from, zone),
      to: isoInZone(span.to, zone) || null,
    })),
    counted: entry.counted,
    problems: entry.problems,
  };
}
