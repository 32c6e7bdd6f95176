import type { ClipboardEvent } from 'react';
import { copyText } from './copyText.ts';
import { formatInstant } from './formatInstant.ts';
import { useResults } from './useResults.ts';
import { useZone } from './useZone.ts';

type Props = {
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
  ms = iso === null ? null : Date.parse(iso),
  missing = 'not provided',
  look = 'text',
}: Props) {
  const zone = useZone();
  const { show } = useResults();
  if (iso === null) return <span className="text-muted">{missing}</span>;
  if (ms === null || Number.isNaN(ms))
    return (
      <span className="text-notice wrap-anywhere">
        invalid date “<bdi>{iso.slice(0, 60)}</bdi>”
      </span>
    );

  async function copyExact(exact: string) {
    const copied = await copyText(exact);
    const content = copied ? `Copied ${exact}.` : `${exact} could not be copied.`;
    show({ id: 'copy-date', content, passing: true });
  }

  const words = formatInstant(ms, zone);
  return (
    // In a column the days of one digit stand below those of two.
    <time dateTime={iso} className={look === 'row' && words[1] === ' ' ? 'short-day' : undefined}>
      <button
        type="button"
        tabIndex={look === 'row' ? -1 : undefined}
        title={iso}
        onClick={() => void copyExact(iso)}
        onCopy={(event) => copyUnlessSelected(event, iso)}
        className="date-text"
      >
        {words}
      </button>
    </time>
  );
}

function copyUnlessSelected(event: ClipboardEvent, exact: string): void {
  if (!(document.getSelection()?.isCollapsed ?? true)) return;
  event.preventDefault();
  event.clipboardData.setData('text/plain', exact);
}
