import { formatDay, formatInstantWithLocal, parseInstant } from '../format/time.ts';

type Props = {
  iso: string | null;
  missingText?: string;
};

export function DateText({ iso, missingText = 'not provided' }: Props) {
  if (iso === null) return <span className="text-faint">{missingText}</span>;
  const ms = parseInstant(iso);
  if (ms === null)
    return (
      <span title={iso.slice(0, 60)} className="text-notice">
        invalid date
      </span>
    );
  return (
    <time dateTime={iso} title={formatInstantWithLocal(ms)} className="whitespace-nowrap">
      {formatDay(ms)}
    </time>
  );
}
