import {
  formatDay,
  formatDuration,
  formatInstantWithLocal,
  formatTimeOfDayWithLocal,
  parseInstant,
} from '../format/time.ts';
import { SafeName } from './SafeName.tsx';

type Props = {
  iso: string | null;
  missingText?: string;
  /** True to write all of it: the time, the age, and a date that can't be read. */
  isWhole?: boolean;
};

/** The day in UTC, with the time in the tooltip. */
export function DateText({ iso, missingText = 'not provided', isWhole = false }: Props) {
  if (iso === null) return <span className="text-faint">{missingText}</span>;
  const ms = parseInstant(iso);
  if (ms === null)
    return (
      <>
        <span title={iso.slice(0, 60)} className="text-notice">
          invalid date
        </span>
        {isWhole && (
          <span className="text-notice">
            : <SafeName name={iso} whole />
          </span>
        )}
      </>
    );
  const age = Date.now() - ms;
  return (
    <>
      <time dateTime={iso} title={formatInstantWithLocal(ms)} className={isWhole ? '' : 'whitespace-nowrap'}>
        {isWhole ? `${formatDay(ms)}, ${formatTimeOfDayWithLocal(ms)}` : formatDay(ms)}
      </time>
      {isWhole && (
        <span className="whitespace-nowrap">
          {age >= 0 ? ` · ${formatDuration(age)} ago` : ' · in the future'}
        </span>
      )}
    </>
  );
}
