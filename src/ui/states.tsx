import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { ErrorText, Notice, type QueryError } from './notices.tsx';
import { formatInstant } from './time.ts';

type QueryState<Data> = {
  data: Data | undefined;
  error: QueryError | null;
  isFetching: boolean;
  dataUpdatedAt: number;
  refetch: () => unknown;
};

type QueryViewProps<Data> = {
  query: QueryState<Data>;
  /** The data's name in sentences, such as "regions" in "Couldn't load regions". */
  subject: string;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
};

/** Shows a query as loading, failed, stale or fresh. The children show empty data. */
export function QueryView<Data>({ query, subject, skeleton, children }: QueryViewProps<Data>) {
  const { data, error } = query;
  const title =
    data === undefined
      ? `Couldn't load ${subject}.`
      : `Couldn't refresh. Showing data from ${formatInstant(query.dataUpdatedAt)}.`;
  return (
    <>
      {error !== null && (
        <div className="mb-3">
          <Notice
            tone={data === undefined ? 'danger' : 'notice'}
            role="alert"
            title={<span>{title}</span>}
            actions={
              <Button size="small" onClick={() => query.refetch()} aria-disabled={query.isFetching}>
                {query.isFetching ? 'Trying again…' : 'Try again'}
              </Button>
            }
          >
            <ErrorText error={error} />
          </Notice>
        </div>
      )}
      {data === undefined ? (
        <div aria-busy={error === null} className={error === null ? '' : 'opacity-50'}>
          {error === null && <span className="sr-only">Loading…</span>}
          {skeleton}
        </div>
      ) : (
        children(data)
      )}
    </>
  );
}

/** Shown above a list that came with only a part of its items, so absence from it proves nothing. */
export function IncompleteNotice() {
  return (
    <div className="mb-3">
      <Notice tone="notice" title="This list is incomplete: the service returned only a part." />
    </div>
  );
}

type EmptyStateProps = { icon: LucideIcon; title: ReactNode; action?: ReactNode };

/** Says in one sentence why there is nothing, and offers one thing to do. */
export function EmptyState({ icon: Icon, title, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-6 pt-[14dvh] pb-12 text-center">
      <Icon size={40} strokeWidth={1.25} aria-hidden="true" className="text-faint" />
      <p className="max-w-96 text-muted">{title}</p>
      {action}
    </div>
  );
}
