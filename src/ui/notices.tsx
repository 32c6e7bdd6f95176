import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { CopyButton } from './CopyButton.tsx';
import { formatInstant } from './time.ts';
import { useZone } from './zone.tsx';

type Tone = 'danger' | 'notice' | 'info';

type NoticeProps = {
  tone: Tone;
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** A failure is an alert; what merely stands there is a note. */
  role?: 'alert' | 'note';
};

/** Something to know, where the eye already is. */
export function Notice({
  tone,
  title,
  children,
  actions,
  role = tone === 'danger' ? 'alert' : 'note',
}: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div role={role} className={`flex gap-3 rounded-md border px-4 py-3 ${looks[tone]}`}>
      <Icon size={18} aria-hidden="true" className={`mt-px shrink-0 ${inks[tone]}`} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{title}</p>
        {children && <div className="mt-1 grid gap-1 wrap-anywhere">{children}</div>}
        {actions && <div className="mt-3 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  );
}

const icons = { danger: CircleAlert, notice: TriangleAlert, info: Info } as const;
const looks: Record<Tone, string> = {
  danger: 'border-danger-line bg-danger-soft',
  notice: 'border-notice-line bg-notice-soft',
  info: 'border-line bg-surface',
};

const inks: Record<Tone, string> = { danger: 'text-danger', notice: 'text-notice', info: 'text-muted' };

/** What a failure can say beside its sentence; any Error fits. */
type FailureFacts = Error & {
  status?: number | null;
  serviceMessage?: string | null;
  requestId?: string | null;
};

type FailureProps = {
  /** What is failed and what is merely old differ at a glance. */
  tone?: 'danger' | 'notice';
  title: string;
  error: FailureFacts;
  onRetry?: () => void;
  retrying?: boolean;
  /** The same request as a command line. */
  curl?: string | undefined;
  /** Stands in place of the error's own sentence. */
  children?: ReactNode;
};

/** A failed read, in place of its data: why, what the service said, and the way on. */
export function Failure({
  tone = 'danger',
  title,
  error,
  onRetry,
  retrying = false,
  curl,
  children = <p>{error.message}</p>,
}: FailureProps) {
  const facts = factsOf(error);
  return (
    <Notice
      tone={tone}
      role="alert"
      title={title}
      actions={
        <>
          {onRetry && (
            <Button onClick={onRetry} aria-disabled={retrying}>
              {retrying ? 'Trying again…' : 'Try again'}
            </Button>
          )}
          <CopyButton
            text={[title, error.message, ...facts].join('\n')}
            label="Copy error"
            variant="button"
          />
          {curl !== undefined && <CopyButton text={curl} label="Copy as curl" variant="button" />}
        </>
      }
    >
      {children}
      {facts.map((fact) => (
        <p key={fact} className="text-muted">
          <bdi>{fact}</bdi>
        </p>
      ))}
    </Notice>
  );
}

function factsOf(error: FailureFacts): string[] {
  const facts: string[] = [];
  if (error.serviceMessage) facts.push(`The service said: ${error.serviceMessage}`);
  const status = error.status ? `HTTP ${error.status}` : '';
  const request = error.requestId ? `Request ID ${error.requestId}` : '';
  const line = [status, request].filter(Boolean).join(' · ');
  return line ? [...facts, line] : facts;
}

type EmptyStateProps = { title: string; children?: ReactNode; actions?: ReactNode };

/** Nothing is there, and that is fine: what it means and what to do next. */
export function EmptyState({ title, children, actions }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-2 rounded-lg border border-dashed border-line-strong px-6 py-14 text-center">
      <p className="text-lead font-semibold">{title}</p>
      {children && <div className="max-w-prose text-muted">{children}</div>}
      {actions && <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}

/** What of a query's result a screen's four faces need. */
type Read<Data> = {
  data: Data | undefined;
  error: Error | null;
  isFetching: boolean;
  dataUpdatedAt: number;
  refetch: () => unknown;
};

type ReadViewProps<Data> = {
  read: Read<Data>;
  /** What is read, as in "The regions could not be read". */
  what: string;
  waiting: ReactNode;
  /** The read as a command line, offered where it failed. */
  curl?: string;
  children: (data: Data) => ReactNode;
};

/** The four faces of a screen: waiting, failed, stale and ready; what is empty is the screen's own matter. */
export function ReadView<Data>({ read, what, waiting, curl, children }: ReadViewProps<Data>) {
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
                {curl !== undefined && <CopyButton text={curl} label="Copy as curl" variant="button" />}
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

/** A still, content-shaped place for what is on its way. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`block rounded-sm bg-line ${className}`} />;
}
