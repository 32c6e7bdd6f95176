import type { LucideIcon } from 'lucide-react';
import { createContext, type ReactNode, useEffect, useState } from 'react';
import { formatCount } from '../format/text.ts';
import { type EpochMs, formatInstant } from '../format/time.ts';
import { offlineSentence } from '../rules/requests.ts';
import { Button } from './Button.tsx';
import { type DetailedError, ErrorDetails, Notice } from './notices.tsx';

/** True while the sign-in form covers the page. */
export const PageCoveredContext = createContext(false);

/** For a focus that leaves the page: focuses the first candidate that is still there, else the heading. */
export function focusFirst(...candidates: readonly (Element | null | undefined)[]): void {
  const isThere = (element: Element | null | undefined) =>
    element instanceof HTMLElement && element.isConnected && element !== document.body;
  const target = candidates.find(isThere) ?? document.getElementById('page-heading');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

/** A `ref` for what replaces an element that had the focus. */
export function focusElement(element: HTMLElement | null): void {
  element?.focus();
}

type HeadingProps = {
  title: string;
  subtitle?: ReactNode;
  onRefresh?: () => Promise<unknown>;
  /** Further buttons. A phone hides them behind Actions. */
  children?: ReactNode;
};

export function PageHeading({ title, subtitle, onRefresh, children }: HeadingProps) {
  const [isRefreshing, setRefreshing] = useState(false);
  const [isOpen, setOpen] = useState(false);
  function refresh() {
    setRefreshing(true);
    void onRefresh?.().finally(() => setRefreshing(false));
  }
  return (
    <header className="mb-4 flex min-h-8 flex-wrap items-center gap-2 max-sm:mb-2">
      <div className="mr-auto flex min-w-0 flex-wrap items-baseline gap-x-3 max-md:flex-1">
        <h1 id="page-heading" tabIndex={-1} className="text-title font-semibold">
          {title}
        </h1>
        {subtitle && <div className="min-w-0 text-control text-faint max-sm:w-full">{subtitle}</div>}
      </div>
      {onRefresh && (
        <Button aria-busy={isRefreshing} onClick={refresh} className="print:hidden">
          Refresh
        </Button>
      )}
      {children && (
        <>
          <Button
            variant="quiet"
            aria-label="Actions"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="-mr-3 text-lead md:hidden"
          >
            ⋯
          </Button>
          <div className={`flex flex-wrap gap-2 max-md:w-full print:hidden ${isOpen ? '' : 'max-md:hidden'}`}>
            {children}
          </div>
        </>
      )}
    </header>
  );
}

type QueryState<Data> = {
  data: Data | undefined;
  error: DetailedError | null;
  isFetching: boolean;
  refetch: () => unknown;
};

export function QueryFailure({ query, title }: { query: QueryState<unknown>; title: ReactNode }) {
  if (query.error === null) return null;
  // Only now: a property of a query, once read, renders the page when it changes.
  const { data, error, isFetching, refetch } = query;
  const isOffline = error.message === offlineSentence;
  return (
    <div className="mb-3">
      <Notice
        tone={data === undefined ? 'danger' : 'notice'}
        role="alert"
        title={isOffline ? offlineSentence : title}
        actions={
          <Button size="small" aria-disabled={isFetching} onClick={() => refetch()}>
            {isFetching ? 'Trying again…' : 'Try again'}
          </Button>
        }
      >
        {isOffline ? title : <ErrorDetails error={error} />}
      </Notice>
    </div>
  );
}

type Served = { servedAt: EpochMs };

type QueryViewProps<Data> = {
  query: QueryState<Data>;
  subject: string;
  children: (data: Data) => ReactNode;
};

export function QueryView<Data extends Served>({ query, subject, children }: QueryViewProps<Data>) {
  const { data, error } = query;
  const title =
    data === undefined
      ? `Couldn't load ${subject}.`
      : `Couldn't refresh. Showing data from ${formatInstant(data.servedAt)}.`;
  return (
    <>
      <QueryFailure query={query} title={title} />
      {data !== undefined && children(data)}
      {data === undefined && error === null && <Loading subject={subject} />}
    </>
  );
}

export function Loading({ subject }: { subject: string }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setLate, 10_000, true);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div aria-busy>
      <p role="status" className={isLate ? 'mb-3 text-muted' : 'sr-only'}>
        {isLate ? "There's no answer yet." : `Loading ${subject}…`}
      </p>
      <i className="skeleton" />
    </div>
  );
}

type WarningsProps = { isComplete: boolean; unreadable: readonly unknown[] };

export function ListWarnings({ isComplete, unreadable }: WarningsProps) {
  const count = formatCount(unreadable.length, 'record');
  return (
    <div className="mb-3 grid gap-2 empty:hidden">
      {!isComplete && (
        <Notice tone="notice" title="This list is incomplete: the service returned only a part." />
      )}
      {unreadable.length > 0 && (
        <Notice tone="notice" title={`${count} couldn't be read.`}>
          <code translate="no">{JSON.stringify(unreadable.slice(0, 20)).slice(0, 500)}</code>
        </Notice>
      )}
    </div>
  );
}

type EmptyStateProps = { icon: LucideIcon; title: ReactNode; action?: ReactNode };

export function EmptyState({ icon: Icon, title, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-6 pt-[14dvh] pb-12 text-center">
      <Icon size={40} strokeWidth={1.25} className="text-faint" />
      <p className="max-w-96 text-muted">{title}</p>
      <div className="flex flex-wrap justify-center gap-2 empty:hidden">{action}</div>
    </div>
  );
}
