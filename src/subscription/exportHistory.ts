import { subscriptionFields } from '../api/subscriptionHistory.ts';
import { createRecordWriter } from '../ui/exportRecords.ts';
import { formatIsoInZone, type Zone } from '../ui/time.ts';
import { getStateAt, type HistoryEntry } from './history.ts';
import {
  changeSentence,
  describeGap,
  describeOverlapCount,
  formatDuration,
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
  from: ({ entry, zone }: ExportedEntry) => formatIsoOrNull(entry.from, zone),
  to: ({ entry, zone }: ExportedEntry) => formatIsoOrNull(entry.statedTo, zone),
  state: ({ entry, now }: ExportedEntry) => stateLabels[getStateAt(entry, now)],
  duration: ({ entry, now }: ExportedEntry) => formatDuration(entry, now),
  change: ({ entry }: ExportedEntry) => changeSentence(entry),
  notes: ({ entry }: ExportedEntry) => formatNotes(entry),
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

function formatIsoOrNull(ms: number | null, zone: Zone): string | null {
  return ms === null ? null : formatIsoInZone(ms, zone);
}

function formatNotes(entry: HistoryEntry): string {
  return [
    ...entry.problems.map((problem) => problemSentences[problem]),
    entry.endKind === 'superseded' && 'No end date. Ends when the next record starts.',
    entry.gap !== null && `${describeGap(entry.gap)} before it.`,
    describeOverlapCount(entry),
  ]
    .filter(Boolean)
    .join(' ');
}
