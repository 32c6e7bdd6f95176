import { isoInZone } from '../../../ui/isoInZone.ts';
import { toCsv } from '../../../ui/toCsv.ts';
import { durationText } from '../labels/durationText.ts';
import { stateWord } from '../labels/stateWord.ts';
import type { HistoryEntry } from '../rules/HistoryEntry.ts';
import { stateAt } from '../rules/stateAt.ts';
import { changeSentence } from '../timeline/changeSentence.ts';
import { gapSentence } from '../timeline/gapSentence.ts';
import { problemSentence } from '../timeline/problemSentence.ts';
import type { TakenHistory } from './TakenHistory.ts';

/**
 * The records as CSV (RFC 4180, UTF-8, formula-safe) in parts, newest first, in steps as `digestSteps` is.
 * `from` and `to` are the moments with the offset of the shown zone, so that the day is the one on the screen;
 * `validFrom`, `validTo` and `workspace` are what the service sent (section 2 of the service document), verbatim.
 */
export function* csvSteps(taken: TakenHistory): Generator<void, string[]> {
  const parts = [toCsv([columns])];
  for (let at = 0; at < taken.entries.length; at += rowsPerStep) {
    parts.push(toCsv(taken.entries.slice(at, at + rowsPerStep).map((entry) => rowOf(entry, taken))));
    yield;
  }
  return parts;
}

const rowsPerStep = 500;
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

function rowOf(entry: HistoryEntry, { zone, now, digest }: TakenHistory): string[] {
  const { level, workspace, validFrom, validTo } = entry.record;
  const gap = digest.gapBelow.get(entry.index);
  const shared = digest.overlaps.sharedBy.get(entry.index) ?? 0;
  const notes = entry.problems.map(problemSentence);
  if (entry.ending === 'superseded') notes.push('No end stated; taken to last until the next record.');
  if (gap !== undefined) notes.push(`${gapSentence(gap)} before it.`);
  if (shared > 0) notes.push(`Shares time with ${shared} other ${shared === 1 ? 'record' : 'records'}.`);
  return [
    level ?? '',
    entry.from === null ? '' : isoInZone(entry.from, zone),
    entry.statedTo === null ? '' : isoInZone(entry.statedTo, zone),
    stateWord(stateAt(entry, now)),
    durationText(entry, now),
    changeSentence(entry) ?? '',
    notes.join(' '),
    workspace ?? '',
    validFrom ?? '',
    validTo ?? '',
  ];
}
