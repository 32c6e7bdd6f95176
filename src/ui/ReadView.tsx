import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { CopyButton } from './CopyButton.tsx';
import { Failure } from './Failure.tsx';
import { formatInstant } from './formatInstant.ts';
import { Notice } from './Notice.tsx';
import { useZone } from './useZone.ts';

/** What of a query's result a screen's four faces need. */
type Read<Data> = {
  data: Data | undefined;
  error: Error | null;
  isFetching: boolean;
  dataUpdatedAt: number;
  refetch: () => unknown;
};

type Props<Data> = {
  read: Read<Data>;
  /** What is read, as in "The regions could not be read". */
  what: string;
  waiting: ReactNode;
  /** The read as a command line, offered where it failed. */
  curl?: string;
  children: (data: Data) => ReactNode;
};

/** The four faces of a screen: waiting, failed, stale and ready; what is empty is the screen's own matter. */
export function ReadView<Data>({ read, what, waiting, curl, children }: Props<Data>) {
  const zone = useZone();
  const retry = () => void read.refetch();
  if (read.data === undefined) {
    if (read.error !== null)
      return (
        <Failure
          title={`${what} could not be read`}
          error={read.error}
          onRetry={retry}
          retrying={read.isFetching}
          curl={curl}
        />
      );
    return (
      <div aria-busy="true">
        <span className="sr-only">Loading…</span>
        {waiting}
      </div>
    );
  }
  return (
    <>
      {read.error !== null && (
        <div className="mb-4">
          <Notice
            tone="notice"
            role="alert"
            title={`Shown as of ${formatInstant(read.dataUpdatedAt, zone)}`}
            actions={
              <>
                <Button onClick={retry} aria-disabled={read.isFetching}>
                  Refresh
                </Button>
                {curl !== undefined && <CopyButton text={curl} label="Copy as curl" look="button" />}
              </>
            }
          >
            <p>{read.error.message}</p>
          </Notice>
        </div>
      )}
      {children(read.data)}
    </>
  );
}
