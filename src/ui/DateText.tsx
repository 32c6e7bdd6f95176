import { toBidiIsolatedText } from '../format/text.ts';
import { formatDay, formatDuration, formatInstantWithLocal, parseInstant } from '../format/time.ts';

type Props = {
  iso: string | null;
  missingText?: string;
  /** True to write also the time and the age, or what can't be read. */
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
  const ageMs = Date.now() - ms;
  const age = ageMs >= 0 ? `${formatDuration(ageMs)} ago` : 'in the future';
  return (
    <>
      <time dateTime={iso} title={formatInstantWithLocal(ms)} className={isWhole ? '' : 'whitespace-nowrap'}>
        {isWhole ? formatInstantWithLocal(ms) : formatDay(ms)}
      </time>
      {isWhole && <span>{' · '}</span>}
      {isWhole && <span className="whitespace-nowrap">{age}</span>}
    </>
  );
}
