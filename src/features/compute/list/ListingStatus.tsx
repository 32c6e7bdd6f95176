import { RefreshCw } from 'lucide-react';
import { ServiceError } from '../../../api/errors.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Failure, Notice } from '../../../ui/notices.tsx';
import { formatInstant } from '../../../ui/time.ts';
import { counted } from '../../../ui/words.ts';
import { useZone } from '../../../ui/zone.tsx';
import type { DatabaseRead } from '../useInstances.ts';

type ListingFailuresProps = { reads: readonly DatabaseRead[]; onAdd: () => void };

/** The databases whose listing failed, once for all that failed alike; the others stay usable. */
export function ListingFailures({ reads, onAdd }: ListingFailuresProps) {
  const zone = useZone();
  return failureGroups(reads).map(({ error, names, group }) => {
    const [first] = group;
    const retrying = group.some(({ read }) => read.isFetching);
    const retry = () => {
      for (const { read } of group) void read.refetch();
    };
    const what = names === '' ? 'instances' : `instances of ${names}`;
    if (error instanceof ServiceError && (error.status === 404 || error.status === 405))
      return (
        <Notice
          key={names}
          tone="notice"
          role="alert"
          title={`This service doesn’t list ${what}.`}
          actions={
            <>
              <Button onClick={onAdd}>Add an instance by hand</Button>
              <Button onClick={retry} aria-disabled={retrying}>
                {retrying ? 'Trying again…' : 'Try again'}
              </Button>
            </>
          }
        >
          <p>
            {names === '' ? 'The listing' : group.length === 1 ? 'The database' : 'The databases'} may not
            exist, or {group.length === 1 ? 'is' : 'are'} not visible to this token.{' '}
            <bdi>{error.serviceMessage}</bdi>
          </p>
        </Notice>
      );
    const { data } = first.read;
    const since = Math.min(...group.map(({ read }) => read.dataUpdatedAt));
    return (
      <Failure
        key={names}
        tone={data === undefined ? 'danger' : 'notice'}
        title={
          data === undefined
            ? `The ${what} could not be read`
            : `The ${what} are shown as of ${formatInstant(since, zone)}`
        }
        error={error}
        onRetry={retry}
        retrying={retrying}
      />
    );
  });
}

type FailureGroup = {
  error: Error;
  /** The databases in words; empty where the listing is of the whole workspace. */
  names: string;
  group: [DatabaseRead, ...DatabaseRead[]];
};

const list = new Intl.ListFormat('en-GB');

/** The listings that failed, those together that failed alike: an outage is told once, not once a database. */
function failureGroups(reads: readonly DatabaseRead[]): FailureGroup[] {
  const groups = new Map<string, Omit<FailureGroup, 'names'>>();
  for (const one of reads) {
    const { error, data } = one.read;
    if (error === null) continue;
    const said = 'serviceMessage' in error ? error.serviceMessage : null;
    const key = JSON.stringify([data === undefined, error.message, said]);
    const alike = groups.get(key);
    if (alike === undefined) groups.set(key, { error, group: [one] });
    else alike.group.push(one);
  }
  return [...groups.values()].map(({ error, group }) => ({
    error,
    group,
    names: list.format(group.flatMap(({ databaseName }) => databaseName ?? [])),
  }));
}

const mostShown = 20;
const mostCharacters = 2000;

/** What a listing held beside its records: counted and shown as it came, so that nothing is lost without a word. */
export function UnreadableRecords({ reads }: { reads: readonly DatabaseRead[] }) {
  return reads.map(({ databaseName, read }) => {
    const unreadable = read.data?.unreadable ?? [];
    if (unreadable.length === 0) return null;
    const count = counted(unreadable.length, 'record');
    const text = unreadable.slice(0, mostShown).map(rawText).join('\n');
    return (
      <Notice
        key={databaseName ?? ''}
        tone="notice"
        title={`${count} ${databaseName === null ? '' : `of ${databaseName} `}could not be read as an instance; the others are shown.`}
        actions={<CopyButton variant="button" text={text} label="Copy what came" />}
      >
        <details>
          <summary>What came</summary>
          <pre className="mt-1 max-h-40 overflow-auto font-mono text-small whitespace-pre-wrap">{text}</pre>
        </details>
      </Notice>
    );
  });
}

function rawText(raw: unknown): string {
  return JSON.stringify(raw).slice(0, mostCharacters);
}

/** Reads the listing again, and says how old the oldest part of what is shown is. */
export function RefreshButton({ reads }: { reads: readonly DatabaseRead[] }) {
  const zone = useZone();
  const times = reads.map(({ read }) => read.dataUpdatedAt).filter((at) => at > 0);
  if (reads.length === 0) return null;
  const fetching = reads.some(({ read }) => read.isFetching);
  return (
    <>
      {times.length > 0 && (
        <span className="text-small text-muted max-md:w-full">
          Updated {formatInstant(Math.min(...times), zone).split(', ')[1]}
        </span>
      )}
      <Button
        icon={<RefreshCw size={16} aria-hidden="true" className={fetching ? 'animate-spin' : ''} />}
        aria-disabled={fetching}
        onClick={() => {
          if (!fetching) for (const { read } of reads) void read.refetch();
        }}
      >
        <span className="max-lg:sr-only">Refresh</span>
      </Button>
    </>
  );
}
