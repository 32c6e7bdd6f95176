import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import type { DeletionEntry } from '../journal/DeletionEntry.ts';
import { outcomeReport } from '../journal/outcomeReport.ts';

type Props = {
  entry: DeletionEntry;
  /** The same request for a shell, without the token. */
  curl: string;
  onPutBack: () => void;
};

/** All that is known of one intent: what was asked, what became of it, and the record that came back. */
export function ActivityEntry({ entry, curl, onPutBack }: Props) {
  const { outcome, label, putBack } = entry;
  const record = outcome?.record ? JSON.stringify(outcome.record.raw, null, 2) : null;
  return (
    <section
      aria-label={`What is known of the deletion of ${label}`}
      className="mt-3 grid gap-3 rounded-md bg-sunken px-4 py-3"
    >
      <p className="whitespace-pre-line wrap-anywhere">{outcomeReport(entry)}</p>
      {record === null ? (
        <p className="text-muted">No record came back.</p>
      ) : (
        <pre className="max-h-48 overflow-auto font-mono text-small whitespace-pre-wrap wrap-anywhere">
          {record}
        </pre>
      )}
      <div className="flex flex-wrap gap-2">
        <CopyButton text={curl} label="Copy as curl" look="button" />
        {record !== null && <CopyButton text={record} label="Copy the record" look="button" />}
        {outcome?.kind === 'gone' && !putBack && <Button onClick={onPutBack}>Put back into the list</Button>}
      </div>
    </section>
  );
}
