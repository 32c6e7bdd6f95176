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
import type { DatabaseRead } from './useInstances.ts';

type Props = { reads: readonly DatabaseRead[]; onAdd: () => void };

/** The databases whose listing failed, one by one; the others stay usable. */
export function ListingFailures({ reads, onAdd }: Props) {
  const zone = useZone();
  const { workspaceSlug } = useSession();
  const curlOf = useCurl();
  return reads.map(({ databaseName, template, read }) => {
    const { error, data, isFetching } = read;
    const what = databaseName === null ? 'instances' : `instances of ${databaseName}`;
    if (error === null) return null;
    // What could not be named on the wire was never asked for.
    const wasSent = error instanceof ServiceError && error.kind !== 'bad-path';
    const target = { workspaceSlug, databaseName: databaseName ?? '' };
    const curl = wasSent ? curlOf('GET', servicePath(template, target)) : undefined;
    if (error instanceof ServiceError && (error.status === 404 || error.status === 405))
      return (
        <Notice
          key={databaseName ?? ''}
          tone="notice"
          role="alert"
          title={`This service doesn’t list ${what}.`}
          actions={
            <>
              <Button onClick={onAdd}>Add an instance by hand</Button>
              <Button onClick={() => void read.refetch()} aria-disabled={isFetching}>
                {isFetching ? 'Trying again…' : 'Try again'}
              </Button>
              {curl && <CopyButton text={curl} label="Copy as curl" look="button" />}
            </>
          }
        >
          <p>
            {databaseName === null ? 'The listing' : 'The database'} may not exist, or is not visible to this
            token. <bdi>{error.serviceMessage}</bdi>
          </p>
        </Notice>
      );
    const title =
      data === undefined
        ? `The ${what} could not be read`
        : `The ${what} are shown as of ${formatInstant(read.dataUpdatedAt, zone)}`;
    return (
      <Failure
        key={databaseName ?? ''}
        title={title}
        error={error}
        onRetry={() => read.refetch()}
        retrying={isFetching}
        curl={curl}
      />
    );
  });
}
