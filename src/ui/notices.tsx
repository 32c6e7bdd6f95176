import { CircleAlert, Ellipsis, Info, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from './Button.tsx';
import { CopyButton } from './CopyButton.tsx';
import { Dropdown, DropdownItem } from './Dropdown.tsx';
import { formatInstant } from './time.ts';
import { useZone } from './usePreferences.ts';

export type Tone = 'danger' | 'notice' | 'info';

/** Classes for border and background of a message. */
export const toneBox: Record<Tone, string> = {
  danger: 'border-danger-line bg-danger-soft',
  notice: 'border-notice-line bg-notice-soft',
  info: 'border-line bg-surface',
};

/** Classes for text and icons of a message. */
export const toneText: Record<Tone, string> = {
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
    <div role={role} className={`flex gap-3 rounded-md border px-4 py-3 ${toneBox[tone]} ${className}`}>
      <Icon size={18} aria-hidden="true" className={`mt-px shrink-0 ${toneText[tone]}`} />
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
  /** The reason, after the title. If the row has closed details and isn't `danger`, the text is cut after two lines. */
  children?: ReactNode;
  /** The main action and Dismiss, as small buttons. */
  actions?: ReactNode;
  /** Shown after a click on Details. Without details, the row has no menu. */
  details?: ReactNode;
  /** The text that "Copy report" copies. */
  report?: string;
};

/** An alert in one row: a sentence, actions, and a menu for details and report. Place rows in `NoticeRows`. */
export function NoticeRow({ tone, title, children, actions, details, report }: NoticeRowProps) {
  const [isOpen, setOpen] = useState(false);
  const isDanger = tone === 'danger';
  const textStyle = isDanger ? '@max-lg:col-span-2' : details && !isOpen ? 'line-clamp-2' : '';
  const actionsStyle = isDanger ? '' : '@max-lg:order-1 @max-lg:col-span-2';
  const Icon = icons[tone];
  return (
    <div role="alert" tabIndex={-1} className={`@container rounded-md border ${toneBox[tone]}`}>
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 px-3 py-1 @lg:flex">
        <Icon size={16} aria-hidden="true" className={`my-1.5 shrink-0 self-start ${toneText[tone]}`} />
        <p className={`min-w-0 flex-1 py-1 wrap-anywhere ${textStyle}`}>
          <span className="font-medium">{title}</span> {children}
        </p>
        {actions && (
          <div className={`flex flex-wrap gap-1 @max-lg:col-start-2 ${actionsStyle}`}>{actions}</div>
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

/** All alert rows of a screen. On a phone, the rows scroll, so that the list below them stays visible. */
export function NoticeRows({ children }: { children: ReactNode }) {
  return (
    <div className="mb-3 grid gap-1.5 empty:hidden max-sm:max-h-48.75 max-sm:overflow-y-auto">{children}</div>
  );
}

type ReadError = Error & {
  status?: number | null;
  serviceMessage?: string | null;
  requestId?: string | null;
};

type FailureProps = {
  title: string;
  error: ReadError;
  onRetry?: () => void;
  isRetrying?: boolean;
  children?: ReactNode;
};

/** Shows a failed read in place of the data, with the reason and a retry. */
export function Failure({
  title,
  error,
  onRetry,
  isRetrying = false,
  children = <p>{error.message}</p>,
}: FailureProps) {
  const facts = factsOf(error, title);
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
            text={[title, error.message, ...facts].join('\n')}
            label="Copy error"
            variant="button"
          />
        </>
      }
    >
      {children}
      <FactLines facts={facts} />
    </Notice>
  );
}

export function FactLines({ facts }: { facts: readonly string[] }) {
  return facts.map((fact) => (
    <p key={fact} className="text-muted">
      <bdi>{fact}</bdi>
    </p>
  ));
}

/** Returns the service's message, the HTTP status and the request ID, unless title or message contain them. */
export function factsOf({ message, serviceMessage, status, requestId }: ReadError, title: string): string[] {
  const isNew = (fact: string) => !`${title} ${message}`.includes(fact);
  const facts =
    serviceMessage && isNew(serviceMessage) ? [`Message from the service: ${serviceMessage}`] : [];
  const statusLine = [status ? `HTTP ${status}` : '', requestId ? `Request ID ${requestId}` : '']
    .filter((fact) => fact && isNew(fact))
    .join(' · ');
  return statusLine ? [...facts, statusLine] : facts;
}

type EmptyStateProps = { title: string; children?: ReactNode; actions?: ReactNode };

/** Explains an empty list and what to do next. */
export function EmptyState({ title, children, actions }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-2 rounded-lg border border-dashed border-line-strong px-6 py-14 text-center">
      <p className="text-lead font-semibold">{title}</p>
      {children && <div className="text-muted">{children}</div>}
      {actions && <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}

type Read<Data> = {
  data: Data | undefined;
  error: Error | null;
  isFetching: boolean;
  dataUpdatedAt: number;
  refetch: () => unknown;
};

type ReadViewProps<Data> = {
  read: Read<Data>;
  subject: string;
  /** Shown until the data arrives. */
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
};

/** Shows the state of a read: loading, failed, stale or fresh. The screen itself handles empty data. */
export function ReadView<Data>({ read, subject, skeleton, children }: ReadViewProps<Data>) {
  const zone = useZone();
  const retry = () => void read.refetch();
  if (read.data === undefined) {
    if (read.error !== null)
      return (
        <Failure
          title={`Couldn’t load ${subject}`}
          error={read.error}
          onRetry={retry}
          isRetrying={read.isFetching}
        />
      );
    return (
      <div aria-busy="true">
        <span className="sr-only">Loading…</span>
        {skeleton}
      </div>
    );
  }
  const staleTitle = `Couldn’t refresh. Showing data from ${formatInstant(read.dataUpdatedAt, zone)}.`;
  const facts = read.error === null ? [] : factsOf(read.error, staleTitle);
  return (
    <>
      {read.error !== null && (
        <NoticeRows>
          <NoticeRow
            tone="notice"
            title={staleTitle}
            report={[staleTitle, read.error.message, ...facts].join('\n')}
            details={<FactLines facts={facts} />}
            actions={
              <Button size="small" onClick={retry} aria-disabled={read.isFetching}>
                Refresh
              </Button>
            }
          >
            {read.error.message}
          </NoticeRow>
        </NoticeRows>
      )}
      {children(read.data)}
    </>
  );
}

/** A placeholder in the shape of content that is loading, without animation. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`block rounded-sm bg-line ${className}`} />;
}
