import { type ChangeEvent, type DragEvent, useDeferredValue, useId, useMemo, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notices.tsx';
import { WindowedList } from '../../ui/WindowedList.tsx';
import { type ImportLine, parseImport } from './importInstances.ts';
import { instancesCount } from './instanceRow.ts';
import type { AddedInstance } from './inventory.ts';
import { SafeName } from './SafeName.tsx';

type Props = {
  workspaceSlug: string;
  existingKeys: ReadonlySet<string>;
  onAdd: (instances: readonly AddedInstance[]) => void;
  onClose: () => void;
};

/** Adds instances out of a pasted text or a file. What would happen is shown line by line before anything is added. */
export function ImportPanel({ workspaceSlug, existingKeys, onAdd, onClose }: Props) {
  const field = useId();
  const [text, setText] = useState('');
  const [database, setDatabase] = useState('');
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  // Typing stays ahead of the preview where the text is long; nothing is added before the preview is there.
  const [readText, readDatabase] = [useDeferredValue(text), useDeferredValue(database)];
  const isReading = readText !== text || readDatabase !== database;
  const preview = useMemo(
    () =>
      parseImport(readText, { existingKeys, defaultDatabase: readDatabase.trim() || null, workspaceSlug }),
    [readText, existingKeys, readDatabase, workspaceSlug],
  );
  const added = preview.lines.flatMap((line) => (line.kind === 'add' ? [line.instance] : []));
  const given = text.trim() !== '';

  async function read(file: File | undefined) {
    if (file === undefined) return;
    try {
      setText(await file.text());
      setFileProblem(null);
    } catch {
      setFileProblem(`The file ${file.name} could not be read.`);
    }
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    void read(event.dataTransfer.files[0]);
  }

  return (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <label htmlFor={field} className="font-medium">
          Instances
        </label>
        <textarea
          id={field}
          aria-describedby={`${field}-hint`}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={drop}
          rows={6}
          spellCheck={false}
          placeholder={'database,id,name\norders,5f0c…,orders-primary'}
          className="rounded-md border border-line-strong bg-surface p-3 font-mono text-small placeholder:text-muted"
        />
        <p id={`${field}-hint`} className="text-small text-muted">
          Paste or drop JSON (records as the service sends them, or database, id and name), or CSV with a
          header.
        </p>
      </div>
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <Field
          label="Database for records that name none"
          value={database}
          onChange={(event) => setDatabase(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
        <label className="grid content-start gap-1">
          <span className="font-medium">File</span>
          <input
            type="file"
            accept=".json,.csv,.tsv,.txt,.ndjson,application/json,text/csv"
            onChange={(event: ChangeEvent<HTMLInputElement>) => void read(event.target.files?.[0])}
            className="min-h-9 text-small file:mr-3 file:min-h-9 file:rounded-md file:border file:border-line-control file:bg-surface file:px-3 file:text-text"
          />
        </label>
      </div>
      {fileProblem !== null && <Notice tone="danger" title={fileProblem} />}
      {given && preview.problem !== null && <Notice tone="danger" title={preview.problem} />}
      {given && preview.lines.length > 0 && (
        <>
          <p>{sumsOf(preview.lines)}</p>
          <WindowedList
            label="What the import would do"
            items={preview.lines}
            keyOf={(line) => String(line.line)}
            itemHeight={44}
            className="max-h-[262px]"
          >
            {(line) => (
              <>
                <span className="w-16 shrink-0 text-small text-muted">
                  {preview.counted} {line.line}
                </span>
                <span className="min-w-0 flex-1" title={line.reason ?? undefined}>
                  <span className="block truncate">
                    {line.instance !== null && (
                      <>
                        {line.instance.name === null ? 'No name' : <SafeName name={line.instance.name} />} in{' '}
                        <SafeName name={line.instance.databaseName} />
                      </>
                    )}{' '}
                    {line.reason !== null && <span className="text-muted">{line.reason}</span>}
                  </span>
                  {line.instance !== null && (
                    <span className="block truncate font-mono text-small text-muted">
                      <SafeName name={line.instance.id} />
                    </span>
                  )}
                </span>
                <span className={`text-small ${looks[line.kind]}`}>{words[line.kind]}</span>
              </>
            )}
          </WindowedList>
        </>
      )}
      <div className="flex justify-end gap-2 max-sm:flex-col-reverse">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          disabled={added.length === 0 || isReading}
          onClick={() => {
            onAdd(added);
            onClose();
          }}
        >
          Add {instancesCount(added.length)}
        </Button>
      </div>
    </div>
  );
}

const words: Record<ImportLine['kind'], string> = { add: 'Add', duplicate: 'Duplicate', refused: 'Refused' };
const looks: Record<ImportLine['kind'], string> = {
  add: 'text-text',
  duplicate: 'text-muted',
  refused: 'text-danger',
};

function sumsOf(lines: readonly ImportLine[]): string {
  const count = (kind: ImportLine['kind']) => lines.filter((line) => line.kind === kind).length;
  return `${count('add')} to add · ${count('duplicate')} already there · ${count('refused')} refused`;
}
