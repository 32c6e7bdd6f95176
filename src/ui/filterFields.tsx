import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';

/** Days such as `2025-05-01`, else null, empty or what a URL has. */
type DayRange = { from: string | null; to: string | null };

type DateFieldsProps = DayRange & { onChange: (change: Partial<DayRange>) => void };

const ends = [
  ['from', 'From'],
  ['to', 'To'],
] as const;

export function DateFields({ onChange, ...range }: DateFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-2 max-sm:basis-full">
      {ends.map(([end, label]) => (
        <label
          key={end}
          className="flex min-h-8 min-w-0 items-center gap-2 px-2.5 text-control touch:min-h-10 max-sm:grid max-sm:gap-0 max-sm:py-1 field"
        >
          <span className="text-muted max-sm:text-small">{label}</span>
          {/* Without a limit, Chrome lets a year have six digits. */}
          <input
            type="date"
            max="9999-12-31"
            value={range[end] ?? ''}
            onChange={({ target }) => onChange({ [end]: target.value || null })}
            className="w-full min-w-0 outline-none touch:text-lead"
          />
        </label>
      ))}
    </div>
  );
}

export function SearchField(input: ComponentProps<'input'>) {
  return (
    <label className="flex min-h-8 min-w-40 items-center gap-2 px-2.5 text-control field text-faint touch:min-h-10">
      <Search size={15} className="shrink-0" />
      <input {...input} type="search" className="w-full min-w-0 text-text outline-none touch:text-lead" />
    </label>
  );
}
