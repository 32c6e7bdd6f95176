import { CopyButton } from '../../../ui/CopyButton.tsx';
import { formatInstant } from '../../../ui/formatInstant.ts';
import { useZone } from '../../../ui/useZone.ts';
import type { DeletionEntry } from '../journal/DeletionEntry.ts';
import { deletionStateOf } from '../journal/deletionStateOf.ts';
import { OutcomeTag } from '../journal/OutcomeTag.tsx';
import { outcomeReport } from '../journal/outcomeReport.ts';

type Props = { entry: DeletionEntry; isOpen: boolean; onOpen: () => void };

/** One intent as a line of the log; its name opens all that is known of it. */
export function ActivityItem({ entry, isOpen, onOpen }: Props) {
  const zone = useZone();
  return (
    <>
      <span className="min-w-0 flex-1">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onOpen}
          title={entry.label}
          className="block max-w-full truncate rounded-sm text-left font-medium underline-offset-2 hover:underline aria-expanded:text-accent"
        >
          <bdi>{entry.label}</bdi>
        </button>
        {entry.outcome?.reason && (
          <span className="block truncate text-small leading-4" title={entry.outcome.reason}>
            <bdi>{entry.outcome.reason}</bdi>
          </span>
        )}
        <span className="block truncate text-small leading-4 text-muted">{factsOf(entry)}</span>
        <time
          dateTime={new Date(entry.confirmedAt).toISOString()}
          className="block text-small leading-4 text-muted"
        >
          {formatInstant(entry.confirmedAt, zone)}
        </time>
      </span>
      <OutcomeTag state={deletionStateOf(entry)} />
      <CopyButton text={outcomeReport(entry)} label={`Copy the report on ${entry.label}`} />
    </>
  );
}

function factsOf({ target, sentAt, settledAt, outcome }: DeletionEntry): string {
  return [
    target.databaseName,
    outcome?.status ? `HTTP ${outcome.status}` : '',
    sentAt !== null && settledAt !== null ? `${settledAt - sentAt} ms` : '',
    outcome?.requestId ? `request ${outcome.requestId}` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
