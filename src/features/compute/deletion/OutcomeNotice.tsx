import type { ReactNode } from 'react';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Notice } from '../../../ui/notices.tsx';
import type { DeletionEntry } from './deletionEntry.ts';
import { longestCountdownMs, outcomeReport, outcomeSentence } from './outcomes.tsx';

type OutcomeNoticeProps = {
  entry: DeletionEntry;
  /** Where it is better known by now than by its outcome. */
  settled?: string | null;
  /** What can be done, beside copying. */
  actions?: ReactNode;
  children?: ReactNode;
};

/** What became of one deletion that did not end as hoped, and why. */
export function OutcomeNotice({ entry, settled = null, actions, children }: OutcomeNoticeProps) {
  const { outcome, label } = entry;
  if (outcome === null) return null;
  const { kind, reason, status, requestId, retryAfterMs } = outcome;
  const tone = kind === 'unknown' ? 'notice' : 'danger';
  const facts = [status && `HTTP ${status}`, requestId && `Request ID ${requestId}`].filter(Boolean);
  return (
    <Notice
      tone={settled === null ? tone : 'info'}
      role="alert"
      title={settled ?? outcomeSentence(kind, label)}
      actions={
        <>
          {actions}
          <CopyButton variant="button" label="Copy" text={outcomeReport(entry)} />
        </>
      }
    >
      <p>
        <bdi>{reason}</bdi>
      </p>
      {kind === 'mismatch' && (
        <p>
          It may have been deleted there. Delete nothing more until whoever runs the service has told you why:
          copy this for them.
        </p>
      )}
      {retryAfterMs !== null && retryAfterMs > longestCountdownMs && (
        <p>The service asks to wait {Math.ceil(retryAfterMs / 60_000)} minutes.</p>
      )}
      {facts.length > 0 && <p className="text-muted">{facts.join(' · ')}</p>}
      {children}
    </Notice>
  );
}
