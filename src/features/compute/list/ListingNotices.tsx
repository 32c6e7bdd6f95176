import { RefreshCw } from 'lucide-react';
import { ServiceError } from '../../../api/errors.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Failure, Notice } from '../../../ui/notices.tsx';
import { formatInstant } from '../../../ui/time.ts';
import { useZone } from '../../../ui/usePreferences.ts';
import { counted } from '../../../ui/words.ts';
import { useComputeActions } from '../computeActions.ts';
import { type DatabaseRead, useLoadedInstances } from '../useInstances.ts';

/** The lists that failed to load, with one notice for each cause. */
export function ListingFailures() {
  const { reads } = useLoadedInstances();
  return failureGroups(reads).map((group) => <ListingFailure key={group.databases} {...group} />);
}

type FailureGroup = {
  error: Error;
  /** The names of the databases; empty for a list of the whole workspace. */
  databases: string;
  reads: [DatabaseRead, ...DatabaseRead[]];
};

function ListingFailure({ error, databases, reads }: FailureGroup) {
  const zone = useZone();
  const { openAddDialog } = useComputeActions();
  const isRetrying = reads.some(({ read }) => read.isFetching);
  function retry() {
    for (const { read } of reads) void read.refetch();
  }
  if (error instanceof ServiceError && (error.status === 404 || error.status === 405))
    return (
      <Notice
        tone="notice"
        role="alert"
        title={
          error.status === 405 ? 'This service can’t list instances.' : notFound(databases, reads.length)
        }
        actions={
          <>
            <Button onClick={openAddDialog}>Add instance manually</Button>
            <Button onClick={retry} aria-disabled={isRetrying}>
              {isRetrying ? 'Trying again…' : 'Try again'}
            </Button>
          </>
        }
      >
        <p>
          {error.status === 404 && 'It may not exist, or your token can’t see it. '}
          <bdi>{error.serviceMessage}</bdi>
        </p>
      </Notice>
    );
  const { data } = reads[0].read;
  const since = Math.min(...reads.map(({ read }) => read.dataUpdatedAt));
  return (
    <Failure
      tone={data === undefined ? 'danger' : 'notice'}
      title={
        data === undefined
          ? `Couldn’t load instances${databases && ` in ${databases}`}`
          : `Couldn’t refresh ${databases || 'the list'}. Showing instances from ${formatInstant(since, zone)}`
      }
      error={error}
      onRetry={retry}
      retrying={isRetrying}
    />
  );
}

function notFound(databases: string, count: number): string {
  if (databases === '') return 'The list of instances wasn’t found.';
  return count === 1 ? `Database ${databases} wasn’t found.` : `Databases ${databases} weren’t found.`;
}

/** Groups the lists that failed for the same reason, so that an outage is one notice. */
function failureGroups(reads: readonly DatabaseRead[]): FailureGroup[] {
  const groups = new Map<string, Omit<FailureGroup, 'databases'>>();
  for (const read of reads) {
    const { error, data } = read.read;
    if (error === null) continue;
    const serviceMessage = 'serviceMessage' in error ? error.serviceMessage : null;
    const cause = JSON.stringify([data === undefined, error.message, serviceMessage]);
    const group = groups.get(cause);
    if (group === undefined) groups.set(cause, { error, reads: [read] });
    else group.reads.push(read);
  }
  const format = new Intl.ListFormat('en-GB');
  return [...groups.values()].map((group) => ({
    ...group,
    databases: format.format(group.reads.flatMap(({ databaseName }) => databaseName ?? [])),
  }));
}

const maxRawRecords = 20;
const maxRawLength = 2000;

/** The records that couldn't be read, counted and shown raw. */
export function UnreadableRecords() {
  const { reads } = useLoadedInstances();
  return reads.map(({ databaseName, read }) => {
    const unreadable = read.data?.unreadable ?? [];
    if (unreadable.length === 0) return null;
    const count = counted(unreadable.length, 'record');
    const text = unreadable
      .slice(0, maxRawRecords)
      .map((raw) => JSON.stringify(raw).slice(0, maxRawLength))
      .join('\n');
    return (
      <Notice
        key={databaseName ?? ''}
        tone="notice"
        title={`${count} ${databaseName === null ? '' : `in ${databaseName} `}couldn’t be read and ${unreadable.length === 1 ? 'isn’t' : 'aren’t'} listed.`}
        actions={<CopyButton variant="button" text={text} label="Copy raw records" />}
      >
        <details>
          <summary>Raw records</summary>
          <pre className="mt-1 max-h-40 overflow-auto font-mono text-small whitespace-pre-wrap">{text}</pre>
        </details>
      </Notice>
    );
  });
}

/** Reloads the lists, and shows the age of the oldest one. */
export function RefreshButton() {
  const { reads } = useLoadedInstances();
  const zone = useZone();
  const times = reads.map(({ read }) => read.dataUpdatedAt).filter((time) => time > 0);
  if (reads.length === 0) return null;
  const isFetching = reads.some(({ read }) => read.isFetching);
  return (
    <>
      {times.length > 0 && (
        <span className="text-small text-muted max-md:w-full">
          Updated {formatInstant(Math.min(...times), zone).split(', ')[1]}
        </span>
      )}
      <Button
        icon={<RefreshCw size={16} aria-hidden="true" className={isFetching ? 'animate-spin' : ''} />}
        aria-disabled={isFetching}
        onClick={() => {
          if (!isFetching) for (const { read } of reads) void read.refetch();
        }}
      >
        <span className="max-lg:sr-only">Refresh</span>
      </Button>
    </>
  );
}
