import { useQueryClient } from '@tanstack/react-query';
import { ServiceError } from '../api/errors.ts';
import { useDeletionTools } from '../deletion/useDeletions.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Notice } from '../ui/notices.tsx';
import { ErrorText, IncompleteNotice } from '../ui/states.tsx';
import { toSafeText } from '../ui/text.ts';
import { formatInstant } from '../ui/time.ts';
import { toast } from '../ui/toasts.tsx';
import { formatCount } from '../ui/words.ts';
import { saveDatabases } from './added.ts';
import type { DatabaseList, Instances } from './useInstances.ts';

type Props = { instances: Pick<Instances, 'lists' | 'databases'>; onAdd: (() => void) | null };

/** One notice for each list that failed, is incomplete or contains unreadable records. The other lists stay usable. */
export function ListProblems({ instances: { lists, databases }, onAdd }: Props) {
  return (
    <>
      {lists.map((list) => (
        <FailedList key={`failed ${list.databaseName}`} list={list} databases={databases} onAdd={onAdd} />
      ))}
      {lists.some(({ query }) => query.data?.isComplete === false) && <IncompleteNotice />}
      {lists.map((list) => (
        <UnreadableRecords key={`unreadable ${list.databaseName}`} list={list} />
      ))}
    </>
  );
}

type FailedProps = { list: DatabaseList; databases: readonly string[]; onAdd: (() => void) | null };

function FailedList({ list: { databaseName, query }, databases, onAdd }: FailedProps) {
  const { error, data, dataUpdatedAt, isFetching, refetch } = query;
  const removeDatabase = useSaveDatabases();
  if (error === null) return null;
  const status = error instanceof ServiceError ? error.status : null;
  const name = databaseName === null ? 'the instances' : toSafeText(databaseName);
  const title =
    data === undefined
      ? `${databaseName === null ? 'The instances' : name} couldn't be loaded.`
      : `Couldn't refresh ${name}. This is the state of ${formatInstant(dataUpdatedAt)}.`;
  return (
    <div className="mb-3">
      <Notice
        tone={data === undefined ? 'danger' : 'notice'}
        role="alert"
        title={<span translate="no">{title}</span>}
        actions={
          <>
            {status === 404 && databaseName !== null && (
              <Button
                size="small"
                onClick={() => removeDatabase(databases.filter((each) => each !== databaseName))}
              >
                Stop listing it
              </Button>
            )}
            {status === 405 && onAdd !== null && (
              <Button size="small" onClick={onAdd}>
                Add instances by hand
              </Button>
            )}
            <Button size="small" aria-disabled={isFetching} onClick={() => void refetch()}>
              {isFetching ? 'Trying again…' : 'Try again'}
            </Button>
          </>
        }
      >
        <ErrorText error={error} />
      </Notice>
    </div>
  );
}

/** A function that stores the databases to list in this browser. */
export function useSaveDatabases() {
  const { workspace } = useSession();
  const { storage } = useDeletionTools();
  const queryClient = useQueryClient();
  return async (names: readonly string[]) => {
    try {
      await saveDatabases(storage, workspace, names);
      await queryClient.invalidateQueries({ queryKey: ['databases', workspace] });
    } catch {
      toast({
        tone: 'danger',
        text: "Couldn't save, because the storage of this browser is full or blocked.",
      });
    }
  };
}

const maxRecords = 20;
const maxLength = 2_000;

function UnreadableRecords({ list: { databaseName, query } }: { list: DatabaseList }) {
  const records = query.data?.unreadable ?? [];
  if (records.length === 0) return null;
  const text = records
    .slice(0, maxRecords)
    .map((raw) => JSON.stringify(raw).slice(0, maxLength))
    .join('\n');
  const where = databaseName === null ? '' : ` in ${toSafeText(databaseName)}`;
  const verbs =
    records.length === 1 ? "couldn't be read and isn't listed." : "couldn't be read and aren't listed.";
  return (
    <div className="mb-3">
      <Notice
        tone="notice"
        title={<span>{`${formatCount(records.length, 'record')}${where} ${verbs}`}</span>}
        actions={<CopyButton text={text} label="Copy these records" />}
      >
        <details>
          <summary className="w-fit cursor-default">Show</summary>
          <pre translate="no" className="max-h-40 overflow-auto font-mono text-small whitespace-pre-wrap">
            {text}
          </pre>
        </details>
      </Notice>
    </div>
  );
}
