import { createPortal } from 'react-dom';
import { formatInstant } from '../../../ui/formatInstant.ts';
import { durationText } from '../labels/durationText.ts';
import { isolated } from '../labels/isolated.ts';
import { levelName } from '../labels/levelName.ts';
import { stateWord } from '../labels/stateWord.ts';
import type { HistoryEntry } from '../rules/HistoryEntry.ts';
import { stateAt } from '../rules/stateAt.ts';
import { changeSentence } from '../timeline/changeSentence.ts';
import { gapSentence } from '../timeline/gapSentence.ts';
import { problemSentence } from '../timeline/problemSentence.ts';
import { viewSentence } from '../view/viewSentence.ts';
import { groupByYear } from './groupByYear.ts';
import type { TakenHistory } from './TakenHistory.ts';
import { usePrinting } from './usePrinting.ts';

type Props = { taken: TakenHistory /** Asked for only when it is printed. */; covers: () => string };

/** The history on paper, A4 or Letter: all records the filter shows, and what must be known to trust them. */
export function PrintSheet({ taken, covers }: Props) {
  if (!usePrinting()) return null;
  return createPortal(
    <div className="print-sheet">
      <h1>{`Subscription history of ${isolated(taken.workspaceSlug)}`}</h1>
      <p>{`Printed ${formatInstant(Date.now(), taken.zone)}. Zone: ${zoneName(taken)}. Filter: ${viewSentence(taken.view)}.`}</p>
      <p>{covers()}</p>
      {taken.entries.length === 0 ? <p>No record.</p> : <Records taken={taken} />}
    </div>,
    document.body,
  );
}

/** Beyond this a browser fails at a table, and prints lines of text all the same. */
const mostInTable = 20_000;

function Records({ taken }: { taken: TakenHistory }) {
  const local = (moment: number) => new Date(moment).getFullYear();
  const years = groupByYear(taken.entries, taken.zone === 'UTC' ? undefined : local);
  if (taken.entries.length > mostInTable)
    return years.map(({ year, entries }) => (
      <section key={year}>
        <h2>{year ?? 'Undated'}</h2>
        <pre>{entries.map((entry) => lineOf(entry, taken)).join('\n')}</pre>
      </section>
    ));
  return (
    <table>
      <thead>
        <tr>
          <th>Level</th>
          <th>From</th>
          <th>To</th>
          <th>Duration</th>
          <th>State and notes</th>
        </tr>
      </thead>
      {years.map(({ year, entries }) => (
        <tbody key={year}>
          <tr>
            <th colSpan={5} scope="rowgroup">
              {year ?? 'Undated'}
            </th>
          </tr>
          {entries.map((entry) => (
            <Row key={entry.index} entry={entry} taken={taken} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Row({ entry, taken }: { entry: HistoryEntry; taken: TakenHistory }) {
  const { level, from, to, duration, notes } = wordsOf(entry, taken);
  const gap = gapWords(entry, taken);
  return (
    <>
      <tr>
        <td>{level}</td>
        <td>{from}</td>
        <td>{to}</td>
        <td>{duration}</td>
        <td>{notes}</td>
      </tr>
      {gap !== null && (
        <tr className="is-gap">
          <td colSpan={5}>{gap}</td>
        </tr>
      )}
    </>
  );
}

function lineOf(entry: HistoryEntry, taken: TakenHistory): string {
  const { level, from, to, duration, notes } = wordsOf(entry, taken);
  const gap = gapWords(entry, taken);
  return `${isolated(level)}: ${from} to ${to}, ${[duration, notes].filter(Boolean).join(', ')}${gap === null ? '' : `\n  ${gap}`}`;
}

function wordsOf(entry: HistoryEntry, taken: TakenHistory) {
  const shared = taken.digest.overlaps.sharedBy.get(entry.index) ?? 0;
  const notes = [changeSentence(entry) ?? '', ...entry.problems.map(problemSentence)].filter(Boolean);
  if (shared > 0) notes.push(`Shares time with ${shared} other ${shared === 1 ? 'record' : 'records'}.`);
  const open = entry.ending === 'open' || entry.ending === 'superseded';
  return {
    level: levelName(entry.record.level),
    from: momentText(entry.from, entry.record.validFrom, taken),
    to: open ? 'open-ended' : momentText(entry.statedTo, entry.record.validTo, taken),
    duration: durationText(entry, taken.now),
    notes: [stateWord(stateAt(entry, taken.now)), ...notes].join('. ').replaceAll('..', '.'),
  };
}

function gapWords(entry: HistoryEntry, { digest, zone }: TakenHistory): string | null {
  const gap = digest.gapBelow.get(entry.index);
  if (gap === undefined) return null;
  return `${gapSentence(gap)}, ${formatInstant(gap.from, zone)} to ${formatInstant(gap.to, zone)}`;
}

function momentText(ms: number | null, stated: string | null, { zone }: TakenHistory): string {
  if (ms !== null) return formatInstant(ms, zone);
  return stated === null ? 'not provided' : `invalid date “${stated.slice(0, 60)}”`;
}

function zoneName({ zone }: TakenHistory): string {
  return zone === 'UTC' ? 'UTC' : `local, ${Intl.DateTimeFormat().resolvedOptions().timeZone}`;
}
