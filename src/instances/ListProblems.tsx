import { ServiceError } from '../api/errors.ts';
import { toIsolatedText } from '../format/text.ts';
import { formatInstant } from '../format/time.ts';
import { formatCount } from '../format/words.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Notice } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { IncompleteNotice, QueryFailure } from '../ui/states.tsx';
import type { InstanceListQuery, Instances } from './useInstances.ts';

type Props = {
  lists: Instances['lists'];
  /** Null while the console is read-only. */
  onAdd: (() => void) | null;
  onChooseDatabases: () => void;
};

export function ListProblems({ lists, ...actions }: Props) {
  const unreachable = lists.filter(({ query: { error } }) => isUnreachable(error));
  // One line for all that fails for the same reason, such as being offline.
  const [first] = unreachable.length > 1 ? unreachable : [];
  const others = first === undefined ? lists : lists.filter((list) => !unreachable.includes(list));
  return (
    <>
      {first !== undefined && (
        <QueryFailure
          query={{
            ...first.query,
            refetch: () => unreachable.map(({ query }) => query.refetch()),
          }}
          title={
            <span>{`The lists couldn't be ${first.query.data === undefined ? 'loaded' : 'refreshed'}.`}</span>
          }
        />
      )}
      {others.map((list) => (
        <FailedList key={`failed ${list.databaseName}`} list={list} {...actions} />
      ))}
      {lists.some(({ query }) => query.data?.isComplete === false) && <IncompleteNotice />}
      {lists.map((list) => (
        <UnreadableRecords key={`unreadable ${list.databaseName}`} list={list} />
      ))}
    </>
  );
}

function isUnreachable(error: Error | null): boolean {
  return error instanceof ServiceError && error.kind === 'unreachable';
}

type FailedProps = Omit<Props, 'lists'> & { list: InstanceListQuery };

function FailedList({ list: { databaseName, query }, onAdd, onChooseDatabases }: FailedProps) {
  const status = query.error instanceof ServiceError ? query.error.status : null;
  const sentence =
    query.data === undefined
      ? "couldn't be loaded."
      : `couldn't be refreshed. This is the state of ${formatInstant(query.dataUpdatedAt)}.`;
  return (
    <QueryFailure
      query={query}
      title={
        <>
          <SafeName name={databaseName ?? 'The list'} whole /> <span>{sentence}</span>
        </>
      }
      actions={
        <>
          {status === 404 && databaseName !== null && (
            <Button size="small" onClick={onChooseDatabases}>
              Choose databases…
            </Button>
          )}
          {status === 405 && onAdd !== null && (
            <Button size="small" onClick={onAdd}>
              Add instances by hand
            </Button>
          )}
        </>
      }
    />
  );
}

const maxRecords = 20;
const maxLength = 2_000;

function UnreadableRecords({ list: { databaseName, query } }: { list: InstanceListQuery }) {
  const records = query.data?.unreadable ?? [];
  if (records.length === 0) return null;
  const text = records
    .slice(0, maxRecords)
    .map((raw) => JSON.stringify(raw).slice(0, maxLength))
    .join('\n');
  const where = databaseName === null ? '' : ` in ${toIsolatedText(databaseName)}`;
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
