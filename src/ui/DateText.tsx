import { useSyncExternalStore } from 'react';
import { serverClock } from '../format/serverClock.ts';
import { toBidiIsolatedText } from '../format/text.ts';
import {
  type EpochMs,
  formatDay,
  formatDuration,
  formatInstantWithLocal,
  parseInstant,
} from '../format/time.ts';

type Props = {
  iso: string | null;
  missingText?: string;
  /** True to show also the time and the age, or what can't be read. */
  isWhole?: boolean;
};

export function DateText({ iso, missingText = 'not provided', isWhole = false }: Props) {
  if (iso === null) return <span className="text-faint">{missingText}</span>;
  const ms = parseInstant(iso);
  if (ms === null)
    return (
      <span title={iso.slice(0, 60)} className="text-notice">
        {isWhole ? `invalid date: ${toBidiIsolatedText(iso)}` : 'invalid date'}
      </span>
    );
  return (
    <>
      <time dateTime={iso} title={formatInstantWithLocal(ms)} className={isWhole ? '' : 'whitespace-nowrap'}>
        {isWhole ? formatInstantWithLocal(ms) : formatDay(ms)}
      </time>
      {isWhole && <span>{' · '}</span>}
      {isWhole && <Age of={ms} />}
    </>
  );
}

function Age({ of: ms }: { of: EpochMs }) {
  const ageMs = useServerMinute() - ms;
  // The clock is rounded down to a minute.
  const age = ageMs > -60_000 ? `${formatDuration(ageMs)} ago` : 'in the future';
  return <span className="whitespace-nowrap">{age}</span>;
}

const minuteMs = 60_000;

/** Only for durations, because the browser's clock can be wrong. */
export function useBrowserNow(stepMs = 1_000): EpochMs {
  return useSyncExternalStore(subscribeToSeconds, () => Math.floor(Date.now() / stepMs) * stepMs);
}

export function useServerMinute(): EpochMs {
  return useSyncExternalStore(subscribeToSeconds, () => Math.floor(serverClock.read() / minuteMs) * minuteMs);
}

function subscribeToSeconds(onTick: () => void) {
  const timer = setInterval(onTick, 1_000);
  return () => clearInterval(timer);
}
