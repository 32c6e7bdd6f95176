import { ServiceError } from '../../../api/ServiceError.ts';
import { servicePath } from '../../../api/servicePath.ts';
import { useCurl } from '../../../session/useCurl.ts';
import { useSession } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Failure } from '../../../ui/Failure.tsx';
import { formatInstant } from '../../../ui/formatInstant.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { useZone } from '../../../ui/useZone.ts';
import { failureGroups } from './failureGroups.ts';
import type { DatabaseRead } from './useInstances.ts';

type Props = { reads: readonly DatabaseRead[]; onAdd: () => void };

/** The databases whose listing failed, once for all that failed alike; the others stay usable. */
export function ListingFailures({ reads, onAdd }: Props) {
  const zone = useZone();
  const { workspaceSlug } = useSession();
  const curlOf = useCurl();
  return failureGroups(reads).map(({ error, names, group }) => {
    const [first] = group;
    const retrying = group.some(({ read }) => read.isFetching);
    const retry = () => {
      for (const { read } of group) void read.refetch();
    };
    const what = names === '' ? 'instances' : `instances of ${names}`;
    // What could not be named on the wire was never asked for.
    const wasSent = error instanceof ServiceError && error.kind !== 'bad-path';
    const target = { workspaceSlug, databaseName: first.databaseName ?? '' };
    const curl = wasSent ? curlOf('GET', servicePath(first.template, target)) : undefined;
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
              {curl && <CopyButton text={curl} label="Copy as curl" look="button" />}
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
        curl={curl}
      />
    );
  });
}
