import { CircleAlert, Ellipsis, Info, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from './Button.tsx';
import { CopyButton } from './CopyButton.tsx';
import { Dropdown, DropdownItem } from './Dropdown.tsx';
import { formatInstant } from './time.ts';
import { useZone } from './usePreferences.ts';

export type Tone = 'danger' | 'notice' | 'info';

export const boxClasses: Record<Tone, string> = {
  danger: 'border-danger-line bg-danger-soft',
  notice: 'border-notice-line bg-notice-soft',
  info: 'border-line bg-surface',
};

export const textClasses: Record<Tone, string> = {
  danger: 'text-danger',
  notice: 'text-notice',
  info: 'text-muted',
};

type NoticeProps = {
  tone: Tone;
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  role?: 'alert' | 'note';
  className?: string;
};

export function Notice({
  tone,
  title,
  children,
  actions,
  role = tone === 'danger' ? 'alert' : 'note',
  className = '',
}: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div role={role} className={`flex gap-3 rounded-md border px-4 py-3 ${boxClasses[tone]} ${className}`}>
      <Icon size={18} aria-hidden="true" className={`mt-px shrink-0 ${textClasses[tone]}`} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{title}</p>
        {children && <div className="mt-1 grid gap-1 wrap-anywhere">{children}</div>}
        {actions && <div className="mt-3 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  );
}

const icons = { danger: CircleAlert, notice: TriangleAlert, info: Info } as const;

type NoticeRowProps = {
  tone: Tone;
  title: ReactNode;
  /**
   * The reason, shown after the title. While the details are closed, title and reason are cut off after two lines, unless the
   * tone is `danger`.
   */
  children?: ReactNode;
  actions?: ReactNode;
  /** Content that a click on Details shows. Without details, the row has no menu. */
  details?: ReactNode;
  /** The text that "Copy report" copies. */
  report?: string;
};

/** An alert in one row: a sentence, actions, and a menu for details and report. Place rows in `NoticeRows`. */
export function NoticeRow({ tone, title, children, actions, details, report }: NoticeRowProps) {
  const [isOpen, setOpen] = useState(false);
  const isDanger = tone === 'danger';
  const sentenceClasses = isDanger ? '@max-lg:col-span-2' : details && !isOpen ? 'line-clamp-2' : '';
  const actionsClasses = isDanger ? '' : '@max-lg:order-1 @max-lg:col-span-2';
  const Icon = icons[tone];
  return (
    <div role="alert" tabIndex={-1} className={`@container rounded-md border ${boxClasses[tone]}`}>
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 px-3 py-1 @lg:flex">
        <Icon size={16} aria-hidden="true" className={`my-1.5 shrink-0 self-start ${textClasses[tone]}`} />
        <p className={`min-w-0 flex-1 py-1 wrap-anywhere ${sentenceClasses}`}>
          <span className="font-medium">{title}</span> {children}
        </p>
        {actions && (
          <div className={`flex flex-wrap gap-1 @max-lg:col-start-2 ${actionsClasses}`}>{actions}</div>
        )}
        {details && (
          <div className="-my-1.5 -mr-2 @max-lg:col-start-3">
            <Dropdown name="More" label={<Ellipsis size={16} aria-hidden="true" />}>
              {report !== undefined && <CopyButton variant="item" text={report} label="Copy report" />}
              <DropdownItem aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                {isOpen ? 'Hide details' : 'Details'}
              </DropdownItem>
            </Dropdown>
          </div>
        )}
      </div>
      {details && (
        <div hidden={!isOpen} className="px-9 pb-2 text-muted wrap-anywhere">
          {details}
        </div>
      )}
    </div>
  );
}

/** The alert rows of a screen. On a phone, the rows scroll, so that the list below them stays visible. */
export function NoticeRows({ children }: { children: ReactNode }) {
  return (
    <div className="mb-3 grid gap-1.5 empty:hidden max-sm:max-h-48.75 max-sm:overflow-y-auto">{children}</div>
  );
}

type QueryError = Error & {
  status?: number | null;
  serviceMessage?: string | null;
  requestId?: string | null;
};

type FailureProps = {
  title: string;
  error: QueryError;
  onRetry?: () => void;
  isRetrying?: boolean;
  children?: ReactNode;
};

/** Shows why data couldn't load, and a button to try again. */
export function Failure({
  title,
  error,
  onRetry,
  isRetrying = false,
  children = <p>{error.message}</p>,
}: FailureProps) {
  const details = listErrorDetails(error, title);
  return (
    <Notice
      tone="danger"
      title={title}
      actions={
        <>
          {onRetry && (
            <Button onClick={onRetry} aria-disabled={isRetrying}>
              {isRetrying ? 'Trying again…' : 'Try again'}
            </Button>
          )}
          <CopyButton
            text={[title, error.message, ...details].join('\n')}
            label="Copy error"
            variant="button"
          />
        </>
      }
    >
      {children}
      <DetailLines details={details} />
    </Notice>
  );
}

export function DetailLines({ details }: { details: readonly string[] }) {
  return details.map((line) => (
    <p key={line} className="text-muted">
      <bdi>{line}</bdi>
    </p>
  ));
}

/** Returns the service's message, the HTTP status and the request ID, unless the title or the error message contains them. */
export function listErrorDetails({ message, serviceMessage, status, requestId }: QueryError, title: string) {
  const isNew = (text: string) => !`${title} ${message}`.includes(text);
  const details =
    serviceMessage && isNew(serviceMessage) ? [`Message from the service: ${serviceMessage}`] : [];
  const statusLine = [status ? `HTTP ${status}` : '', requestId ? `Request ID ${requestId}` : '']
    .filter((text) => text && isNew(text))
    .join(' · ');
  return statusLine ? [...details, statusLine] : details;
}

type EmptyStateProps = { title: string; children?: ReactNode; actions?: ReactNode };

export function EmptyState({ title, children, actions }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-2 rounded-lg border border-dashed border-line-strong px-6 py-14 text-center">
      <p className="text-lead font-semibold">{title}</p>
      {children && <div className="text-muted">{children}</div>}
      {actions && <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}

type QueryState<Data> = {
  data: Data | undefined;
  error: Error | null;
  isFetching: boolean;
  dataUpdatedAt: number;
  refetch: () => unknown;
};

type QueryViewProps<Data> = {
  query: QueryState<Data>;
  /** The name of the data in messages, such as "regions" in "Couldn't load regions". */
  subject: string;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
};

/** Shows the state of a query: loading, failed, stale or fresh. The children handle empty data. */
export function QueryView<Data>({ query, subject, skeleton, children }: QueryViewProps<Data>) {
  const zone = useZone();
  const retry = () => void query.refetch();
  if (query.data === undefined) {
    if (query.error !== null)
      return (
        <Failure
          title={`Couldn’t load ${subject}`}
          error={query.error}
          onRetry={retry}
          isRetrying={query.isFetching}
        />
      );
    return (
      <div aria-busy="true">
        <span className="sr-only">Loading…</span>
        {skeleton}
      </div>
    );
  }
  const staleTitle = `Couldn’t refresh. Showing data from ${formatInstant(query.dataUpdatedAt, zone)}.`;
  const details = query.error === null ? [] : listErrorDetails(query.error, staleTitle);
  return (
    <>
      {query.error !== null && (
        <NoticeRows>
          <NoticeRow
            tone="notice"
            title={staleTitle}
            report={[staleTitle, query.error.message, ...details].join('\n')}
            details={<DetailLines details={details} />}
            actions={
              <Button size="small" onClick={retry} aria-disabled={query.isFetching}>
                Refresh
              </Button>
            }
          >
            {query.error.message}
          </NoticeRow>
        </NoticeRows>
      )}
      {children(query.data)}
    </>
  );
}

/** A placeholder for content that is loading. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`block rounded-sm bg-line ${className}`} />;
}
