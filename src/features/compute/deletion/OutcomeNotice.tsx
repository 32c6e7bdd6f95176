import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Notice } from '../../../ui/notices.tsx';
import { isolatedLabel } from './confirmName.ts';
import type { DeletionEntry } from './deletionEntry.ts';
import {
  longestCountdownMs,
  mismatchAdvice,
  outcomeReport,
  outcomeSentence,
  responseFacts,
} from './outcomes.tsx';

/** Why an instance was not deleted, or why that is unknown. */
export function OutcomeNotice({ entry }: { entry: DeletionEntry }) {
  const { outcome, label } = entry;
  if (outcome === null) return null;
  const { kind, reason, retryAfterMs } = outcome;
  const facts = responseFacts(entry);
  return (
    <Notice
      tone={kind === 'unknown' ? 'notice' : 'danger'}
      role="alert"
      title={outcomeSentence(kind, label)}
      actions={<CopyButton variant="button" label="Copy report" text={outcomeReport(entry)} />}
    >
      <p>
        <bdi>{reason}</bdi>
      </p>
      {kind === 'mismatch' && <p>{mismatchAdvice(isolatedLabel(label))}</p>}
      {retryAfterMs !== null && retryAfterMs > longestCountdownMs && (
        <p>The service asks to wait {Math.ceil(retryAfterMs / 60_000)} minutes.</p>
      )}
      {facts.length > 0 && <p className="text-muted">{facts.join(' · ')}</p>}
    </Notice>
  );
}
