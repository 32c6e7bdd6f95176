import { useDeferredValue, useMemo, useState } from 'react';
import { formatNumber } from '../format/text.ts';
import { FormDialog } from '../ui/Dialog.tsx';
import { TextArea } from '../ui/fields.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import {
  bulkProblem,
  formatInstanceCount,
  type InstanceRow,
  isSelectable,
  type RowWithId,
} from './instanceRow.ts';
import { useCompute } from './useInstanceTable.ts';

const maxShownProblems = 100;

export function SelectFromListDialog({ onClose }: { onClose: () => void }) {
  const { instances, table } = useCompute();
  const [text, setText] = useState('');
  // A text may be long, so it is read after the field shows it.
  const readText = useDeferredValue(text);
  const named = useMemo(() => findNamedInstances(readText, instances.rows), [readText, instances.rows]);
  const { given, found, problems } = named;
  return (
    <FormDialog
      title="Select from list"
      description="Names or IDs of instances, one per line or separated by commas. Nothing is deleted."
      submitLabel={`Select ${formatInstanceCount(found.length)}`}
      canSubmit={found.length > 0 && readText === text}
      onSubmit={() => {
        table.setSelected(found, true);
        onClose();
      }}
      onClose={onClose}
    >
      {instances.lists.some(({ query }) => query.data?.isComplete !== true) && (
        <p role="alert" className="mb-2 text-control text-notice">
          Not every list is loaded completely, so some instances can't be found.
        </p>
      )}
      <TextArea
        label="Names or IDs"
        rows={8}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div role="status" className="mt-3 text-control">
        {given > 0 && <p className="font-semibold">{formatCounts(named)}</p>}
        <ul className="mt-1.5 max-h-[30dvh] overflow-y-auto border-t border-line pt-1 empty:hidden">
          {problems.slice(0, maxShownProblems).map(({ piece, reason }) => (
            <li key={piece} className="flex flex-wrap justify-between gap-x-4 py-0.5">
              <SafeName name={piece.slice(0, 120)} whole />
              <bdi className="text-muted">{reason}</bdi>
            </li>
          ))}
        </ul>
      </div>
    </FormDialog>
  );
}

type Problem = { piece: string; kind: keyof typeof countWords; reason: string };

type NamedInstances = {
  /** How many different names and IDs the text has. */
  given: number;
  found: readonly RowWithId[];
  problems: readonly Problem[];
};

const countWords = {
  ambiguous: 'names two instances',
  refused: "can't be selected",
  unread: 'not read',
  missing: 'not listed',
};

/** "6 given: 4 found, 1 names two instances, 1 not listed". */
function formatCounts({ given, problems }: NamedInstances): string {
  const counts = Object.entries(countWords).map(([kind, words]) => {
    const count = problems.filter((problem) => problem.kind === kind).length;
    return count === 0 ? [] : `${formatNumber(count)} ${words}`;
  });
  return [
    `${formatNumber(given)} given: ${formatNumber(given - problems.length)} found`,
    ...counts.flat(),
  ].join(', ');
}

/**
 * A piece is a whole line, or else a part of it between commas or semicolons. Only a piece that is exactly a name or an ID, in any
 * case, names something: in prose, a name may be one that must stay.
 */
export function findNamedInstances(text: string, rows: readonly InstanceRow[]): NamedInstances {
  const named = indexRows(rows);
  const lines = splitLines(text, (piece) => named.has(fold(piece)));
  const unclear = lines.filter((parts) => parts.length > 1 && !parts.every((part) => named.has(fold(part))));
  const hasProse = unclear.flat().some((part) => /\s/.test(part) && !named.has(fold(part)));
  // Then a line with commas is a sentence, or a row of a table whose other columns may say that the instance stays.
  const isList = unclear.length < 2 && !hasProse;
  const unread = new Set(isList ? [] : lines.filter(({ length }) => length > 1).flat());
  const pieces = new Map(lines.flat().map((piece) => [fold(piece), piece]));
  const found = new Set<RowWithId>();
  const problems: Problem[] = [];
  for (const [key, piece] of pieces) {
    const [row, ...others] = named.get(key) ?? [];
    const note = (kind: Problem['kind'], reason: string) => problems.push({ piece, kind, reason });
    if (isTableLine(piece) && row === undefined)
      note('unread', 'This looks like a table. Copy only its column of names or IDs.');
    else if (row === undefined) note('missing', 'not listed');
    else if (others.length > 0) note('ambiguous', 'names two instances: use the ID, or database/name');
    else if (unread.has(piece)) note('unread', 'not alone in its line: write one per line');
    else if (isSelectable(row)) found.add(row);
    else note('refused', row.refusal?.message ?? bulkProblem(row) ?? '');
  }
  return { given: pieces.size, found: [...found], problems };
}

/** By ID, name, and both with their database. */
function indexRows(rows: readonly InstanceRow[]): ReadonlyMap<string, readonly InstanceRow[]> {
  const index = new Map<string, InstanceRow[]>();
  for (const row of rows) {
    const texts = [row.id, row.name?.trim()].flatMap((text) =>
      text ? [fold(text), fold(`${row.databaseName}/${text}`)] : [],
    );
    for (const text of new Set(texts)) {
      const others = index.get(text);
      if (others === undefined) index.set(text, [row]);
      else others.push(row);
    }
  }
  return index;
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function isTableLine(line: string): boolean {
  return /\S\s*[\t|]\s*\S/.test(line);
}

function splitLines(text: string, isName: (piece: string) => boolean): readonly (readonly string[])[] {
  // A line that ends with a hyphen goes on in the next one, whose beginning isn't a name.
  const lines = text.split(/(?<!\S[-_/=\u00ad])\r?\n|\r(?!\n)/).filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const whole = cleanPiece(line);
    if (isName(whole) || isTableLine(whole)) return [whole];
    return line.split(/[,;]/).map(cleanPiece).filter(Boolean);
  });
}

/** Without white space, a bullet or a number in front, and quotation marks around it. */
function cleanPiece(text: string): string {
  const plain = text.trim().replace(/^(?:[-*+•·–]|\d{1,4}[.)])\s+/, '');
  return plain.replace(/^(["'`“”„‘’«»])(.*)["'`“”‘’«»]$/su, '$2').trim();
}
