import { useState } from 'react';
import { ServiceError } from '../api/errors.ts';
import { Button } from '../ui/Button.tsx';
import { toSafeText } from '../ui/confusables.ts';
import { DetailLines, listErrorDetails, NoticeRow } from '../ui/notices.tsx';
import { formatInstant } from '../ui/time.ts';
import { useZone } from '../ui/usePreferences.ts';
import { formatCount } from '../ui/words.ts';
import { useComputeActions } from './computeActions.ts';
import { useStopShowingDatabases } from './DatabasesMenu.tsx';
import { type DatabaseQuery, useComputeInstances } from './useInstances.ts';

export function ListingNotices() {
  return (
    <>
      <ListingFailures />
      <UnreadableRecords />
      <StorageNotices />
    </>
  );
}

/** The notices about lists that failed to load. Each cause has one notice. */
function ListingFailures() {
  const { listQueries } = useComputeInstances();
  const [dismissedKeys, setDismissedKeys] = useState<ReadonlySet<string>>(new Set());
  return groupFailures(listQueries)
    .filter(({ key }) => !dismissedKeys.has(key))
    .map((group) => (
      <ListingFailure
        {...group}
        key={group.key}
        onDismiss={() => setDismissedKeys((before) => new Set([...before, group.key]))}
      />
    ));
}

type FailureGroup = {
  /** The cause and the times of the failures. After the next failure the key differs, so a dismissed notice reappears. */
  key: string;
  error: Error;
  listQueries: [DatabaseQuery, ...DatabaseQuery[]];
};

function ListingFailure({ error, listQueries, onDismiss }: FailureGroup & { onDismiss: () => void }) {
  const zone = useZone();
  const { openAddDialog } = useComputeActions();
  const stopShowing = useStopShowingDatabases();
  const isRetrying = listQueries.some(({ query }) => query.isFetching);
  const names = listQueries.flatMap(({ databaseName }) => databaseName ?? []);
  const oldestUpdate = Math.min(...listQueries.map(({ query }) => query.dataUpdatedAt));
  const status = error instanceof ServiceError ? error.status : null;
  const title = formatFailureTitle(
    status,
    names,
    listQueries[0].query.data && formatInstant(oldestUpdate, zone),
  );
  const details = listErrorDetails(error, title);

  function retry() {
    for (const { query } of listQueries) void query.refetch();
  }

  return (
    <NoticeRow
      tone={listQueries[0].query.data === undefined && status !== 404 && status !== 405 ? 'danger' : 'notice'}
      title={title}
      report={[title, error.message, ...details].join('\n')}
      details={<DetailLines details={details} />}
      actions={
        <>
          {status === 404 && names.length > 0 && (
            <Button size="small" onClick={() => stopShowing(names)}>
              Remove {names.length === 1 ? formatNames(names) : `${names.length} databases`}
            </Button>
          )}
          {status === 405 && (
            <Button size="small" onClick={openAddDialog}>
              Add instance manually
            </Button>
          )}
          <Button size="small" onClick={retry} aria-disabled={isRetrying}>
            {isRetrying ? 'Trying again…' : 'Try again'}
          </Button>
          <Button size="small" onClick={onDismiss}>
            Dismiss
          </Button>
        </>
      }
    >
      {status !== 404
        ? error.message
        : names.length > 1
          ? 'They may not exist, or your token can’t see them.'
          : 'It may not exist, or your token can’t see it.'}
    </NoticeRow>
  );
}

/** @param shownDate the load time of the instances on screen, or undefined if no instances are on screen */
function formatFailureTitle(
  status: number | null,
  names: readonly string[],
  shownDate: string | undefined,
): string {
  const databases = formatNames(names);
  if (shownDate !== undefined)
    return `Couldn’t refresh ${databases || 'the list'}. Showing instances from ${shownDate}.`;
  if (status === 405) return 'This service can’t list instances.';
  if (status !== 404) return `Couldn’t load instances${databases && ` in ${databases}`}.`;
  if (databases === '') return 'The list of instances wasn’t found.';
  return names.length > 1 ? `Databases ${databases} weren’t found.` : `Database ${databases} wasn’t found.`;
}

function formatNames(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names.map(toSafeText));
}

/** Groups the lists that failed for the same reason, so that an outage shows only one notice. */
function groupFailures(listQueries: readonly DatabaseQuery[]): FailureGroup[] {
  const groups = new Map<string, FailureGroup>();
  for (const query of listQueries) {
    const { error, data, errorUpdatedAt } = query.query;
    if (error === null) continue;
    const serviceMessage = 'serviceMessage' in error ? error.serviceMessage : null;
    const cause = JSON.stringify([data === undefined, error.message, serviceMessage]);
    const group = groups.get(cause) ?? { key: cause, error, listQueries: [query] };
    if (groups.has(cause)) group.listQueries.push(query);
    group.key += errorUpdatedAt;
    groups.set(cause, group);
  }
  return [...groups.values()];
}

const maxRawRecords = 20;
const maxRawLength = 2000;

function UnreadableRecords() {
  const { listQueries } = useComputeInstances();
  return listQueries.map(({ databaseName, query }) => {
    const unreadableItems = query.data?.unreadable ?? [];
    if (unreadableItems.length === 0) return null;
    const inDatabase = databaseName === null ? '' : ` in ${toSafeText(databaseName)}`;
    const text = unreadableItems
      .slice(0, maxRawRecords)
      .map((raw) => JSON.stringify(raw).slice(0, maxRawLength))
      .join('\n');
    return (
      <NoticeRow
        key={databaseName ?? ''}
        tone="notice"
        title={`${formatCount(unreadableItems.length, 'record')}${inDatabase} couldn’t be read and ${unreadableItems.length === 1 ? 'isn’t' : 'aren’t'} listed.`}
        report={text}
        details={
          <pre className="max-h-40 overflow-auto font-mono text-small whitespace-pre-wrap">{text}</pre>
        }
      />
    );
  });
}

function StorageNotices() {
  const { inventory } = useComputeInstances();
  if (inventory.isOutdated)
    return (
      <NoticeRow
        tone="notice"
        title="This tab runs an older version of the console."
        actions={
          <Button size="small" onClick={() => window.location.reload()}>
            Reload
          </Button>
        }
      >
        Reload the tab to see your saved data.
      </NoticeRow>
    );
  return (
    !inventory.isStored && (
      <NoticeRow tone="notice" title="Couldn’t save your change because browser storage is full or blocked.">
        The change lasts until you close this page.
      </NoticeRow>
    )
  );
}
