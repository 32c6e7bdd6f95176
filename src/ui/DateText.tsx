import { Clock } from 'lucide-react';
import { type ClipboardEvent, createContext, use, useSyncExternalStore } from 'react';
import { Button } from './Button.tsx';
import { useAnnouncedCopy } from './copy.tsx';
import { formatInstant, parseInstant, type Zone } from './time.ts';
import { usePreferences } from './usePreferences.ts';

type DateTextProps = {
  /** The text the service gave; it is what gets copied. */
  iso: string | null;
  /** The moment it stands for, where who asks has read it already: ms, or null for an invalid date. */
  ms?: number | null;
  missing?: string;
  /** `row`: left out of the Tab order, where a list would have hundreds. */
  look?: 'text' | 'row';
};

/** A date-time in words and in the chosen zone. With the focus it shows its exact value, and copying gives that. */
export function DateText({
  iso,
  ms = iso === null ? null : parseInstant(iso),
  missing = 'not provided',
  look = 'text',
}: DateTextProps) {
  const zone = useZone();
  const { copyAndAnnounce } = useAnnouncedCopy('copy-date');
  if (iso === null) return <span className="text-muted">{missing}</span>;
  if (ms === null)
    return (
      <span className="text-notice wrap-anywhere">
        invalid date “<bdi>{iso.slice(0, 60)}</bdi>”
      </span>
    );

  const words = formatInstant(ms, zone);
  return (
    // In a column the days of one digit stand below those of two.
    <time dateTime={iso} className={look === 'row' && words[1] === ' ' ? 'short-day' : undefined}>
      <button
        type="button"
        tabIndex={look === 'row' ? -1 : undefined}
        title={iso}
        onClick={() => void copyAndAnnounce(iso)}
        onCopy={(event) => copyUnlessSelected(event, iso)}
        // The offset of a zone, or wide letters, may need a line of their own: a time without its offset is another time.
        className={`date-text relative min-h-6 rounded-sm hover:underline hover:decoration-dotted hover:underline-offset-4 ${look === 'row' ? 'text-left leading-4' : 'whitespace-nowrap'}`}
      >
        {words}
      </button>
    </time>
  );
}

/** The same words with nothing to press: for the rows of a list that nobody points at. */
export function PlainDate({ iso, missing = 'not provided' }: Pick<DateTextProps, 'iso' | 'missing'>) {
  const zone = useZone();
  const ms = iso === null ? null : parseInstant(iso);
  // What is no date is told in the same words everywhere.
  if (iso === null || ms === null) return <DateText iso={iso} ms={ms} missing={missing} />;
  const words = formatInstant(ms, zone);
  return (
    <time dateTime={iso} className={`leading-4 ${words[1] === ' ' ? 'short-day' : ''}`}>
      {words}
    </time>
  );
}

function copyUnlessSelected(event: ClipboardEvent, exact: string): void {
  if (!(document.getSelection()?.isCollapsed ?? true)) return;
  event.preventDefault();
  event.clipboardData.setData('text/plain', exact);
}

/** Says which zone the console shows its times in, and changes it for the whole console. */
export function ZoneToggle() {
  const zone = useZone();
  const { change } = usePreferences();
  return (
    <Button
      size="small"
      icon={<Clock size={16} aria-hidden="true" />}
      onClick={() => change({ zone: zone === 'UTC' ? 'local' : 'UTC' })}
    >
      {zone === 'UTC' ? 'Show local time' : 'Show UTC'}
    </Button>
  );
}

/** Which zone the whole console shows its times in; whoever keeps the choice provides it. */
export const ZoneContext = createContext<Zone>('UTC');

/** The zone to show times in: UTC unless the admin chose otherwise. */
export function useZone(): Zone {
  return use(ZoneContext);
}

/** The present time in ms, cut to whole seconds, moving on by itself. */
export function useNow(): number {
  return useSyncExternalStore(everySecond, wholeSecond);
}

function everySecond(onTick: () => void) {
  const timer = setInterval(onTick, 1000);
  return () => clearInterval(timer);
}

function wholeSecond(): number {
  return Math.floor(Date.now() / 1000) * 1000;
}
