import { isoInZone } from '../../../ui/isoInZone.ts';
import type { HistoryEntry } from '../rules/HistoryEntry.ts';
import { stateAt } from '../rules/stateAt.ts';
import type { TakenHistory } from './TakenHistory.ts';

/**
 * The records as one JSON object in parts, newest first, in steps as `digestSteps` is. Each record is what the service
 * sent, every field of it, beside what the console read out of it; moments carry the offset of the shown zone.
 */
export function* jsonSteps(taken: TakenHistory): Generator<void, string[]> {
  const { workspaceSlug, zone, view, digest, entries, now } = taken;
  const head = {
    workspace: workspaceSlug,
    zone: zone === 'UTC' ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone,
    exportedAt: isoInZone(now, zone),
    filter: view,
    recordsInAll: digest.entries.length,
    servedNewestFirst: digest.servedNewestFirst,
  };
  const parts = [`${JSON.stringify(head, null, 2).slice(0, -2)},\n  "records": [`];
  for (let at = 0; at < entries.length; at += itemsPerStep) {
    const lines = entries.slice(at, at + itemsPerStep).map((entry) => JSON.stringify(itemOf(entry, taken)));
    parts.push(`${at === 0 ? '' : ','}\n    ${lines.join(',\n    ')}`);
    yield;
  }
  return [...parts, `${entries.length === 0 ? '' : '\n  '}]\n}\n`];
}

const itemsPerStep = 500;

function itemOf(entry: HistoryEntry, { zone, now }: TakenHistory) {
  return {
    record: entry.record.raw,
    from: entry.from === null ? null : isoInZone(entry.from, zone),
    to: entry.statedTo === null ? null : isoInZone(entry.statedTo, zone),
    ending: entry.ending,
    state: stateAt(entry, now),
    counted: entry.counted,
    problems: entry.problems,
  };
}
