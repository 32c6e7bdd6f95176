import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { formatInstant, invalidDate } from '../../ui/time.ts';
import { isolated } from '../../ui/words.ts';
import { durationText } from './durations.ts';
import type { HistoryExport } from './exportHistory.ts';
import { groupByYear, type HistoryEntry } from './historyEntries.ts';
import { viewSentence } from './historyView.ts';
import { levelName } from './levels.tsx';
import {
  changeSentence,
  doubtReason,
  foreignSentence,
  gapSentence,
  problemSentence,
  sharedSentence,
  stateText,
} from './sentences.ts';
import { isInDoubtAt } from './states.ts';

type PrintSheetProps = { shown: HistoryExport; coverage: string };

/** The history on paper, A4 or Letter: all records the filter shows, and what must be known to trust them. */
export function PrintSheet({ shown, coverage }: PrintSheetProps) {
  if (!usePrinting()) return null;
  return createPortal(
    <div className="print-sheet">
      <h1>{`Subscription history of ${isolated(shown.workspaceSlug)}`}</h1>
      <p>{`Printed ${formatInstant(Date.now(), shown.zone)}. Zone: ${zoneName(shown)}. Filter: ${viewSentence(shown.view)}.`}</p>
      {shown.model.recordsName !== null && (
        <p>{foreignSentence(shown.workspaceSlug, shown.model.recordsName)}</p>
      )}
      <p>{coverage}</p>
      {shown.entries.length === 0 ? <p>No record.</p> : <Records shown={shown} />}
    </div>,
    document.body,
  );
}

/** Beyond this a browser fails at a table, and prints lines of text all the same. */
const mostInTable = 20_000;

function Records({ shown }: { shown: HistoryExport }) {
  const local = (moment: number) => new Date(moment).getFullYear();
  const years = groupByYear(shown.entries, shown.zone === 'UTC' ? undefined : local);
  if (shown.entries.length > mostInTable)
    return years.map(({ year, entries }) => (
      <section key={year}>
        <h2>{year ?? 'Undated'}</h2>
        <pre>{entries.map((entry) => lineOf(entry, shown)).join('\n')}</pre>
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
            <Row key={entry.index} entry={entry} shown={shown} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Row({ entry, shown }: { entry: HistoryEntry; shown: HistoryExport }) {
  const { level, from, to, duration, notes } = wordsOf(entry, shown);
  const gap = gapWords(entry, shown);
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

function lineOf(entry: HistoryEntry, shown: HistoryExport): string {
  const { level, from, to, duration, notes } = wordsOf(entry, shown);
  const gap = gapWords(entry, shown);
  return `${isolated(level)}: ${from} to ${to}, ${[duration, notes].filter(Boolean).join(', ')}${gap === null ? '' : `\n  ${gap}`}`;
}

function wordsOf(entry: HistoryEntry, shown: HistoryExport) {
  const shared = shown.model.overlaps.sharedBy.get(entry.index) ?? 0;
  const notes = [changeSentence(entry) ?? '', ...entry.problems.map(problemSentence)].filter(Boolean);
  if (isInDoubtAt(entry, shown.now)) notes.unshift(`${doubtReason}.`);
  if (shared > 0) notes.push(sharedSentence(shared));
  const open = entry.ending === 'open' || entry.ending === 'superseded';
  return {
    level: levelName(entry.record.level),
    from: momentText(entry.from, entry.record.validFrom, shown),
    to: open ? 'open-ended' : momentText(entry.statedTo, entry.record.validTo, shown),
    duration: durationText(entry, shown.now),
    notes: [stateText(entry, shown.now), ...notes].join('. ').replaceAll('..', '.'),
  };
}

function gapWords(entry: HistoryEntry, { model, zone }: HistoryExport): string | null {
  const gap = model.gapBelow.get(entry.index);
  if (gap === undefined) return null;
  return `${gapSentence(gap)}, ${formatInstant(gap.from, zone)} to ${formatInstant(gap.to, zone)}`;
}

function momentText(ms: number | null, stated: string | null, { zone }: HistoryExport): string {
  if (ms !== null) return formatInstant(ms, zone);
  return stated === null ? 'not provided' : invalidDate(stated);
}

function zoneName({ zone }: HistoryExport): string {
  return zone === 'UTC' ? 'UTC' : `local, ${Intl.DateTimeFormat().resolvedOptions().timeZone}`;
}

/** Whether the page is being printed: what only paper needs is drawn just then, however long it is. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // The browser takes its picture as soon as the event is over.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
}
