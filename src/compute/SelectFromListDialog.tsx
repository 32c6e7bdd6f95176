import { useMemo, useState } from 'react';
import { formatNumber } from '../format/text.ts';
import { FormDialog } from '../ui/Dialog.tsx';
import { TextArea } from '../ui/fields.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { formatInstanceCount, type InstanceRow, isSelectable, type RowWithId } from './instanceRow.ts';
import { useInstances } from './useInstances.ts';
import { useInstanceTable } from './useInstanceTable.ts';

export function SelectFromListDialog({ onClose }: { onClose: () => void }) {
  const { rows, lists } = useInstances();
  const { setSelected } = useInstanceTable();
  const [text, setText] = useState('');
  const isWhole = lists.every(({ query }) => query.data?.isComplete);
  const missing = `not listed${isWhole ? '' : ' so far'}`;
  const { given, found, problems } = useMemo(
    () => findNamedInstances(text, rows, missing),
    [text, rows, missing],
  );
  const counts = [...Map.groupBy(problems, ({ kind }) => kind)].map(
    ([kind, { length }]) => `, ${formatNumber(length)} ${kind}`,
  );
  const answer = `${formatNumber(given)} given: ${formatNumber(given - problems.length)} found${counts.join('')}`;
  return (
    <FormDialog
      title="Select from list"
      description="Names or IDs of instances, one per line or separated by commas. Nothing is deleted."
      submitLabel={`Select ${formatInstanceCount(found.length)}`}
      canSubmit={found.length > 0}
      onSubmit={async () => setSelected(found, true)}
      onClose={onClose}
    >
      <TextArea
        label="Names or IDs"
        rows={8}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div role="status" className="mt-3 text-control">
        <p className="min-h-5 font-semibold">{given > 0 && answer}</p>
        <ul className="mt-1.5 max-h-[30dvh] overflow-y-auto border-t border-line pt-1 empty:hidden">
          {problems.slice(0, 100).map(({ piece, reason }) => (
            <li key={piece} className="flex flex-wrap justify-between gap-x-4 py-0.5">
              <SafeName name={piece.slice(0, 120)} />
              <bdi className="ml-auto text-muted">{reason}</bdi>
            </li>
          ))}
        </ul>
      </div>
    </FormDialog>
  );
}

type Problem = { piece: string; kind: string; reason: string };

/**
 * A piece is a line, or else a part between commas or semicolons. It must be a name or ID, or `database/` and one, in any
 * letter case: prose may name what must stay.
 */
export function findNamedInstances(text: string, rows: readonly InstanceRow[], missing: string) {
  const named = indexRows(rows);
  const isNamed = (piece: string) => named.has(fold(piece));
  // A word that ends a line with a hyphen, `_`, `/` or `=` may go on in the next one.
  const lines = text.split(/(?<!\S[-_/=\u00ad])\r?\n|\r(?!\n)/).map((line) => splitLine(line, isNamed));
  const unclear = lines.filter((parts) => parts.length > 1 && !parts.every(isNamed));
  // Other texts may be prose, or rows of a table whose other columns say what stays.
  const isList = unclear.length < 2 && unclear.flat().every((part) => isNamed(part) || !/\s/.test(part));
  const unread = new Set(isList ? [] : lines.filter(({ length }) => length > 1).flat());
  const pieces = new Map(lines.flat().map((piece) => [fold(piece), piece]));
  const found = new Set<RowWithId>();
  const problems: Problem[] = [];
  for (const [key, piece] of pieces) {
    const [{ row } = {}, ...others] = named.get(key) ?? [];
    const note = (kind: string, reason = kind) => problems.push({ piece, kind, reason });
    if (row === undefined) note(missing);
    else if (others.length > 0)
      note('names two instances', 'names two instances: use the ID, or database/name');
    else if (unread.has(piece)) note('not read', 'write one per line');
    else if (isSelectable(row)) found.add(row);
    else note("can't be selected", row.refusal?.message ?? `${row.warnings[0]?.mark}: delete it separately`);
  }
  return { given: pieces.size, found: [...found], problems };
}

function indexRows(rows: readonly InstanceRow[]) {
  const entries = rows.flatMap((row) => {
    const names = [row.id, row.name?.trim()].flatMap((text) =>
      text ? [fold(text), fold(`${row.databaseName}/${text}`)] : [],
    );
    return [...new Set(names)].map((name) => ({ name, row }));
  });
  return Map.groupBy(entries, ({ name }) => name);
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function splitLine(line: string, isNamed: (piece: string) => boolean): readonly string[] {
  const read = (text: string) => (isNamed(text.trim()) ? text.trim() : cleanPiece(text));
  const whole = read(line);
  return isNamed(whole) ? [whole] : line.split(/[,;]/).map(read).filter(Boolean);
}

/** Without bullet, number and quotation marks. */
function cleanPiece(text: string): string {
  const plain = text.trim().replace(/^(?:[-*+•·–]|\d{1,4}[.)])\s+/, '');
  return plain.replace(/^(["'`“”„‘’«»])(.*)["'`“”‘’«»]$/su, '$2').trim();
}
