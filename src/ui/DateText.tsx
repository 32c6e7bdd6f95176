import type { ClipboardEvent } from 'react';
import { useAnnouncedCopy } from './CopyButton.tsx';
import { formatInstant, parseInstant } from './time.ts';
import { useZone } from './usePreferences.ts';

type DateTextProps = {
  /** The date as the service sent it. A click copies this text. */
  iso: string | null;
  /** The parsed date in ms since the epoch, if the caller has already parsed it; null for an invalid date. */
  ms?: number | null;
  /** The text for a null date. */
  missing?: string;
  /** `row` is for a table cell, and `fact` for a date in the delete dialog or on a card. Both leave the date out of the Tab order. */
  variant?: 'text' | 'row' | 'fact';
};

/** A date in the chosen time zone. A click copies the date as the service sent it. */
export function DateText({
  iso,
  ms = iso === null ? null : parseInstant(iso),
  missing = 'not provided',
  variant = 'text',
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
    // The class aligns one-digit days with two-digit days in a column.
    <time dateTime={iso} className={variant === 'row' && words[1] === ' ' ? 'short-day' : undefined}>
      <button
        type="button"
        tabIndex={variant === 'text' ? undefined : -1}
        title={`Copy ${iso}`}
        onClick={() => void copyAndAnnounce(iso)}
        onCopy={(event) => copyUnlessTextIsSelected(event, iso)}
        // A row may wrap, because the UTC offset must not be cut off.
        className={`date-text relative min-h-6 rounded-sm hover:underline hover:decoration-dotted hover:underline-offset-4 ${variant === 'row' ? 'text-left leading-4' : 'whitespace-nowrap'} ${variant === 'fact' ? '-my-0.5' : ''}`}
      >
        {words}
      </button>
    </time>
  );
}

function copyUnlessTextIsSelected(event: ClipboardEvent, iso: string): void {
  if (!(document.getSelection()?.isCollapsed ?? true)) return;
  event.preventDefault();
  event.clipboardData.setData('text/plain', iso);
}
