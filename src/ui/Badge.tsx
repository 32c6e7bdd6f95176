import type { ReactNode } from 'react';

type Props = {
  tone?: 'plain' | 'ok' | 'notice' | 'danger' | 'accent';
  title?: string | undefined;
  children: ReactNode;
};

export function Badge({ tone = 'plain', title, children }: Props) {
  return (
    <span
      title={title}
      className={`inline-block max-w-full shrink-0 self-center truncate rounded-chip px-1.5 text-small leading-4.5 forced-colors:border ${tones[tone]}`}
    >
      {children}
    </span>
  );
}

const tones = {
  plain: 'bg-sunken text-muted',
  ok: 'bg-ok-soft text-ok',
  notice: 'bg-notice-soft text-notice',
  danger: 'bg-danger-soft text-danger',
  accent: 'bg-accent-fill text-on-fill',
} as const;
