import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

type Tone = 'danger' | 'notice' | 'info';

type Props = {
  tone: Tone;
  title: ReactNode;
  /** Text goes on in the same line; paragraphs begin a new one. */
  children?: ReactNode;
  actions?: ReactNode;
  role?: 'alert' | 'note' | 'status';
  takesFocus?: boolean | undefined;
  /** For what moves the focus to it later. */
  id?: string | undefined;
};

export function Notice({
  tone,
  title,
  children,
  actions,
  role = tone === 'danger' ? 'alert' : 'note',
  takesFocus = false,
  id,
}: Props) {
  const Icon = icons[tone];
  return (
    <div
      role={role}
      {...(takesFocus && { ref: focusElement })}
      {...((takesFocus || id !== undefined) && { id, tabIndex: -1 })}
      className={`flex flex-wrap items-center justify-end gap-x-3 gap-y-1 rounded-md px-3 py-1 text-control forced-colors:border ${backgrounds[tone]}`}
    >
      <div className="flex min-w-[min(100%,14rem)] flex-1 gap-2.5 py-1">
        <Icon size={16} aria-hidden="true" className={`mt-0.5 shrink-0 ${iconColors[tone]}`} />
        <div className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{title}</span>
          <span> </span>
          {children && <div className="inline">{children}</div>}
        </div>
      </div>
      {actions && <div className="flex flex-wrap justify-end gap-1">{actions}</div>}
    </div>
  );
}

function focusElement(element: HTMLElement | null): void {
  element?.focus();
}

const icons = { danger: CircleAlert, notice: TriangleAlert, info: Info } as const;

const backgrounds: Record<Tone, string> = {
  danger: 'bg-danger-soft',
  notice: 'bg-notice-soft',
  info: 'bg-accent-soft',
};

const iconColors: Record<Tone, string> = {
  danger: 'text-danger',
  notice: 'text-notice',
  info: 'text-accent',
};

export type DetailedError = Pick<Error, 'message'> & {
  code?: string | null;
  status?: number | null;
  serviceMessage?: string | null;
  requestId?: string | null;
};

export function ErrorText({ error, title = '' }: { error: DetailedError; title?: string }) {
  const { message, serviceMessage, status, requestId } = error;
  const isNew = (text: string) => !`${title} ${message}`.includes(text);
  const facts = [
    serviceMessage && isNew(serviceMessage) ? `Message from the service: ${serviceMessage}` : '',
    status && isNew(`HTTP ${status}`) ? `HTTP ${status}` : '',
    requestId && isNew(requestId) ? `Request ID ${requestId}` : '',
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
