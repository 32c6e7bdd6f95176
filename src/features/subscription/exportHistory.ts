import { subscriptionFields } from '../../api/subscriptionHistory.ts';
import { createRecordWriter } from '../../ui/exportRecords.ts';
import { isoInZone, type Zone } from '../../ui/time.ts';
import { type HistoryEntry, stateAt } from './history.ts';
import {
  changeSentence,
  durationText,
  gapSentence,
  overlapCountSentence,
  problemSentences,
  stateLabels,
} from './sentences.ts';

type ExportedEntry = {
  entry: HistoryEntry;
  zone: Zone;
  /** The time (ms UTC) of the export. The exported state and duration depend on it. */
  now: number;
};

const fields = {
  level: ({ entry }: ExportedEntry) => entry.record.level,
  from: ({ entry, zone }: ExportedEntry) => isoOrNull(entry.from, zone),
  to: ({ entry, zone }: ExportedEntry) => isoOrNull(entry.statedTo, zone),
  state: ({ entry, now }: ExportedEntry) => stateLabels[stateAt(entry, now)],
  duration: ({ entry, now }: ExportedEntry) => durationText(entry, now),
  change: ({ entry }: ExportedEntry) => changeSentence(entry),
  notes: ({ entry }: ExportedEntry) => notesOf(entry),
  // Also export the fields of the service, because the fields above contain derived values.
  ...Object.fromEntries(
    subscriptionFields.map((field) => [field, ({ entry }: ExportedEntry) => entry.record[field]]),
  ),
};

/** Functions that format records as text. JSON also contains each record with all fields that the service sent. */
export const exportHistory = {
  csv: createRecordWriter<ExportedEntry>(fields).csv,
  json: createRecordWriter<ExportedEntry>({ ...fields, record: ({ entry }) => entry.record.raw }).json,
};

function isoOrNull(ms: number | null, zone: Zone): string | null {
  return ms === null ? null : isoInZone(ms, zone);
}

function notesOf(entry: HistoryEntry): string {
  return [
    ...entry.problems.map((problem) => problemSentences[problem]),
    entry.endKind === 'superseded' && 'No end date. Ends when the next record starts.',
    entry.gap !== null && `${gapSentence(entry.gap)} before it.`,
    overlapCountSentence(entry),
  ]
    .filter(Boolean)
    .join(' ');
}
