import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';

type Props = Omit<ComponentProps<'div'>, 'title'> & {
  tone: keyof typeof looks;
  title: ReactNode;
  actions?: ReactNode;
};

export function Notice({ tone, title, children, actions, ...region }: Props) {
  const { Icon, background, iconColor } = looks[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'note'}
      {...region}
      className={`flex flex-wrap items-center justify-end gap-x-3 gap-y-1 rounded-md px-3 py-1 text-control forced-colors:border ${background}`}
    >
      <div className="flex min-w-[min(100%,16rem)] flex-1 gap-2.5 py-1">
        <Icon size={16} className={`mt-0.5 shrink-0 ${iconColor}`} />
        <div className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{title}</span>
          <span> </span>
          {children && <div className="inline [&>a]:mx-0">{children}</div>}
        </div>
      </div>
      {actions && <div className="flex flex-wrap justify-end gap-2 max-sm:mb-2">{actions}</div>}
    </div>
  );
}

export function ViewLink(link: LinkProps) {
  return (
    <Link {...link} className="mx-1 self-center font-medium text-accent hover:underline">
      View
    </Link>
  );
}

export function OperatorNotice({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <Notice tone="info" title="From your operator">
      {text}
    </Notice>
  );
}

const looks = {
  danger: { Icon: CircleAlert, background: 'bg-danger-soft', iconColor: 'text-danger' },
  notice: { Icon: TriangleAlert, background: 'bg-notice-soft', iconColor: 'text-notice' },
  info: { Icon: Info, background: 'bg-accent-soft', iconColor: 'text-accent' },
} as const;

export type DetailedError = Pick<Error, 'message'> & {
  status?: number | null;
  serviceMessage?: string | null;
  requestId?: string | null;
};

export function ErrorDetails({ error, title = '' }: { error: DetailedError; title?: string }) {
  const { message, serviceMessage, status, requestId } = error;
  const isNew = (text: string) => !`${title} ${message}`.includes(text);
  const facts = [
    serviceMessage && isNew(serviceMessage) ? `Message from the service: ${serviceMessage}` : '',
    status && isNew(`HTTP ${status}`) ? `HTTP ${status}` : '',
    requestId && `Request ID ${requestId}`,
  ].filter(Boolean);
  return (
    <>
      <span>{message}</span>
      {facts.length > 0 && (
        <bdi translate="no" className="ml-1.5 text-muted">
          {facts.join(' · ')}
        </bdi>
      )}
    </>
  );
}

const badgeLooks = {
  plain: 'bg-line text-muted',
  ok: 'bg-ok-soft text-ok',
  notice: 'bg-notice-soft text-notice',
  danger: 'bg-danger-soft text-danger',
  accent: 'bg-accent-fill text-on-fill',
} as const;

type BadgeProps = { tone?: keyof typeof badgeLooks; title?: string | undefined; children: ReactNode };

export function Badge({ tone = 'plain', title, children }: BadgeProps) {
  return (
    <span
      title={title}
      className={`inline-block max-w-full shrink-0 self-center truncate rounded-chip px-1.5 text-small leading-4.5 forced-colors:border ${badgeLooks[tone]}`}
    >
      {children}
    </span>
  );
}
