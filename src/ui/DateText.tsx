import type { ClipboardEvent } from 'react';
import { useAnnouncedCopy } from './CopyButton.tsx';
import { formatInstant, parseInstant } from './time.ts';
import { useZone } from './usePreferences.ts';

type DateTextProps = {
  /** The date as the service sent it, or null if the service sent no date. */
  iso: string | null;
  /** The parsed date (ms since the epoch), or null for an invalid date. By default, the component parses `iso`. */
  ms?: number | null;
  /** The text if the service sent no date. */
  missingText?: string;
  /** `row` is for a table cell, `detail` for the delete dialog or a card. Both leave the date out of the Tab order. */
  variant?: 'text' | 'row' | 'detail';
};

/** A date in the chosen time zone. A click copies the date as the service sent it. */
export function DateText({
  iso,
  ms = iso === null ? null : parseInstant(iso),
  missingText = 'not provided',
  variant = 'text',
}: DateTextProps) {
  const zone = useZone();
  const { copyAndAnnounce } = useAnnouncedCopy('copy-date');
  if (iso === null) return <span className="text-muted">{missingText}</span>;
  if (ms === null)
    return (
      <span className="text-notice wrap-anywhere">
        invalid date “<bdi>{iso.slice(0, 60)}</bdi>”
      </span>
    );

  const dateText = formatInstant(ms, zone);
  return (
    // The class aligns one-digit days with two-digit days in a column.
    <time dateTime={iso} className={variant === 'row' && dateText[1] === ' ' ? 'short-day' : undefined}>
      <button
        type="button"
        tabIndex={variant === 'text' ? undefined : -1}
        title={`Copy ${iso}`}
        onClick={() => void copyAndAnnounce(iso)}
        onCopy={(event) => copyUnlessTextIsSelected(event, iso)}
        // Dates in table rows may wrap, because the UTC offset must stay visible.
        className={`date-text relative min-h-6 rounded-sm hover:underline hover:decoration-dotted hover:underline-offset-4 ${variant === 'row' ? 'text-left leading-4' : 'whitespace-nowrap'} ${variant === 'detail' ? '-my-0.5' : ''}`}
      >
        {dateText}
      </button>
    </time>
  );
}

function copyUnlessTextIsSelected(event: ClipboardEvent, iso: string): void {
  if (!(document.getSelection()?.isCollapsed ?? true)) return;
  event.preventDefault();
  event.clipboardData.setData('text/plain', iso);
}
