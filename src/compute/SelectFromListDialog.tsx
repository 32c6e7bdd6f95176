import { useDeferredValue, useMemo, useState } from 'react';
import { formatNumber } from '../format/text.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
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
        {given > 0 && (
          <p className="font-semibold">{`${formatNumber(given)} given, ${formatNumber(given - problems.length)} found`}</p>
        )}
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

type NamedInstances = {
  /** How many different names and IDs the text has. */
  given: number;
  found: readonly RowWithId[];
  problems: readonly { piece: string; reason: string }[];
};

/**
 * A piece is a whole line, or else a part of it between commas or semicolons. Only a piece that is exactly a name or an ID names
 * something: in prose, a name may be one that must stay.
 */
export function findNamedInstances(text: string, rows: readonly InstanceRow[]): NamedInstances {
  const named = indexRows(rows);
  const lines = splitLines(text, (piece) => named.has(piece));
  const unclear = lines.filter((parts) => parts.length > 1 && !parts.every((part) => named.has(part)));
  const hasProse = unclear.flat().some((part) => /\s/.test(part) && !named.has(part));
  // Then a line with commas is a sentence, or a row of a table whose other columns may say that the instance stays.
  const isList = unclear.length < 2 && !hasProse;
  const refused = new Set(isList ? [] : lines.filter(({ length }) => length > 1).flat());
  const pieces = new Set(lines.flat());
  const found = new Set<RowWithId>();
  const problems: { piece: string; reason: string }[] = [];
  for (const piece of pieces) {
    const [row, ...others] = named.get(piece) ?? [];
    if (row === undefined) problems.push({ piece, reason: 'not listed' });
    else if (others.length > 0) problems.push({ piece, reason: 'names several instances: use the ID' });
    else if (refused.has(piece))
      problems.push({ piece, reason: 'not alone in its line: write one per line' });
    else if (isSelectable(row)) found.add(row);
    else problems.push({ piece, reason: row.refusal?.message ?? bulkProblem(row) ?? '' });
  }
  return { given: pieces.size, found: [...found], problems };
}

function indexRows(rows: readonly InstanceRow[]): ReadonlyMap<string, readonly InstanceRow[]> {
  const index = new Map<string, InstanceRow[]>();
  for (const row of rows)
    for (const text of new Set([row.id ?? '', row.name?.trim() ?? ''])) {
      const others = index.get(text);
      if (others === undefined) index.set(text, [row]);
      else others.push(row);
    }
  return index;
}

function splitLines(text: string, isName: (piece: string) => boolean): readonly (readonly string[])[] {
  // A line that ends with a hyphen goes on in the next one, whose beginning isn't a name.
  const lines = text.split(/(?<!\S[-_/=\u00ad])\r?\n|\r(?!\n)/).filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const whole = cleanPiece(line);
    return isName(whole) ? [whole] : line.split(/[,;]/).map(cleanPiece).filter(Boolean);
  });
}

/** Without white space, a bullet or a number in front, and quotation marks around it. */
function cleanPiece(text: string): string {
  const plain = text.trim().replace(/^(?:[-*+•·–]|\d{1,4}[.)])\s+/, '');
  return plain.replace(/^(["'`“”„‘’«»])(.*)["'`“”‘’«»]$/su, '$2').trim();
}
