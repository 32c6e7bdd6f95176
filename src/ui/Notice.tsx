import type { ReactNode } from 'react';
import { Glyph } from './Glyph.tsx';

type Tone = 'danger' | 'notice' | 'info';

type Props = {
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
}: Props) {
  return (
    <div role={role} className={`flex gap-3 rounded-md border px-4 py-3 ${looks[tone]}`}>
      <Glyph name={tone} className={`mt-px size-[18px] ${inks[tone]}`} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{title}</p>
        {children && <div className="mt-1 grid gap-1 wrap-anywhere">{children}</div>}
        {actions && <div className="mt-3 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  );
}

const looks: Record<Tone, string> = {
  danger: 'border-danger-line bg-danger-soft',
  notice: 'border-notice-line bg-notice-soft',
  info: 'border-line bg-surface',
};

const inks: Record<Tone, string> = { danger: 'text-danger', notice: 'text-notice', info: 'text-muted' };
