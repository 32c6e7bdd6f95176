import { type ChangeEvent, useDeferredValue, useId, useMemo, useState } from 'react';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/fields.tsx';
import { Notice } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { WindowedList } from '../ui/WindowedList.tsx';
import { formatCount } from '../ui/words.ts';
import { decodeText } from './importFiles.ts';
import { parseImport, type RecordPreview } from './importInstances.ts';
import { formatInstanceCount } from './instanceRow.ts';
import type { AddedInstance } from './storedData.ts';
import { useComputeInstances } from './useInstances.ts';

type Props = { onAdd: (added: readonly AddedInstance[]) => void; onClose: () => void };

/** The form that imports instances from a pasted text or a file. The form previews every record. */
export function ImportPanel({ onAdd, onClose }: Props) {
  const { workspaceSlug } = useSession();
  const { rows } = useComputeInstances();
  const existingKeys = useMemo(() => new Set(rows.map(({ key }) => key)), [rows]);
  const fieldId = useId();
  const [text, setText] = useState('');
  const [database, setDatabase] = useState('');
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  // Parsing a long text would delay typing, so the preview is deferred. An outdated preview disables the Add button.
  const [deferredText, deferredDatabase] = [useDeferredValue(text), useDeferredValue(database)];
  const isPreviewStale = deferredText !== text || deferredDatabase !== database;
  const preview = useMemo(
    () =>
      parseImport(deferredText, {
        existingKeys,
        defaultDatabase: deferredDatabase.trim() || null,
        workspaceSlug,
      }),
    [deferredText, existingKeys, deferredDatabase, workspaceSlug],
  );
  const newInstances = preview.records.flatMap(({ kind, instance }) => (kind === 'new' ? [instance] : []));
  const hasText = text.trim() !== '';

  async function readFile(file: File | undefined) {
    if (file === undefined) return;
    try {
      const content = decodeText(await file.arrayBuffer());
      if (content !== null) setText(content);
      setFileProblem(content === null ? `${file.name} isn’t UTF-8 or UTF-16 text. Save it as UTF-8.` : null);
    } catch {
      setFileProblem(`Couldn’t read ${file.name}. Choose the file again, or paste its content.`);
    }
  }

  return (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <label htmlFor={fieldId} className="font-medium">
          Instances
        </label>
        <textarea
          id={fieldId}
          aria-describedby={`${fieldId}-hint`}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            void readFile(event.dataTransfer.files[0]);
          }}
          rows={6}
          spellCheck={false}
          placeholder={'database,id,name\norders,5f0c…,orders-primary'}
          className="rounded-md border border-line-strong bg-surface p-3 font-mono text-small placeholder:text-muted"
        />
        <p id={`${fieldId}-hint`} className="text-small text-muted">
          Paste or drop JSON or CSV with the fields database, id and name.
        </p>
      </div>
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <Field
          label="Default database"
          value={database}
          onChange={(event) => setDatabase(event.target.value)}
        />
        <label className="grid content-start gap-1">
          <span className="font-medium">File</span>
          <input
            type="file"
            accept=".json,.csv,.tsv,.txt,.ndjson,application/json,text/csv"
            onChange={(event: ChangeEvent<HTMLInputElement>) => void readFile(event.target.files?.[0])}
            className="min-h-9 text-small file:mr-3 file:min-h-9 file:rounded-md file:border file:border-line-control file:bg-surface file:px-3 file:text-text"
          />
        </label>
      </div>
      {fileProblem !== null && <Notice tone="danger" title={fileProblem} />}
      {hasText && preview.problem !== null && <Notice tone="danger" title={preview.problem} />}
      {hasText && preview.records.length > 0 && (
        <>
          <p>{formatCounts(preview.records)}</p>
          <WindowedList
            label="Import preview"
            items={preview.records}
            keyOf={({ position }) => String(position)}
            itemHeight={44}
            className="max-h-65.5"
          >
            {({ kind, position, instance, reason }) => (
              <>
                <span className="w-16 shrink-0 text-small text-muted">
                  {preview.positionUnit} {position}
                </span>
                <span className="min-w-0 flex-1" title={reason ?? undefined}>
                  {instance !== null && <ImportedInstance {...instance} showsId={reason === null} />}
                  {reason !== null && (
                    <span
                      className={`text-small text-muted ${instance === null ? 'line-clamp-2 leading-4' : 'block truncate'}`}
                    >
                      {reason}
                    </span>
                  )}
                </span>
                <span className={`text-small ${kindColors[kind]}`}>{kindLabels[kind]}</span>
              </>
            )}
          </WindowedList>
        </>
      )}
      <div className="flex justify-end gap-2 max-sm:flex-col-reverse">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          disabled={newInstances.length === 0 || isPreviewStale}
          onClick={() => onAdd(newInstances)}
        >
          Add {formatInstanceCount(newInstances.length)}
        </Button>
      </div>
    </div>
  );
}

/** An instance in the preview. @param showsId false if the second line shows a reason instead of the ID */
function ImportedInstance({ databaseName, id, name, showsId }: AddedInstance & { showsId: boolean }) {
  return (
    <>
      <span className="block truncate">
        <SafeName name={name ?? (showsId ? 'No name' : id)} /> in <SafeName name={databaseName} />
      </span>
      {showsId && (
        <span className="block truncate font-mono text-small text-muted">
          <SafeName name={id} />
        </span>
      )}
    </>
  );
}

const kindLabels: Record<RecordPreview['kind'], string> = {
  new: 'New',
  duplicate: 'Duplicate',
  invalid: 'Invalid',
};
const kindColors: Record<RecordPreview['kind'], string> = {
  new: 'text-text',
  duplicate: 'text-muted',
  invalid: 'text-danger',
};

function formatCounts(records: readonly RecordPreview[]): string {
  const countOf = (kind: RecordPreview['kind']) => records.filter((record) => record.kind === kind).length;
  return `${countOf('new')} new · ${formatCount(countOf('duplicate'), 'duplicate')} · ${countOf('invalid')} invalid`;
}
