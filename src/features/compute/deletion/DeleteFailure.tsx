import { operationPaths } from '../../../api/operationPaths.ts';
import { servicePath } from '../../../api/servicePath.ts';
import { useCurl } from '../../../session/useCurl.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import type { DeletionEntry } from '../journal/DeletionEntry.ts';
import { outcomeReport } from '../journal/outcomeReport.ts';
import { outcomeSentence } from '../journal/outcomeSentence.ts';
import { CheckingAgain } from './CheckingAgain.tsx';

/** Why a deletion did not end as hoped, in the dialog that asked for it. */
export function DeleteFailure({ entry }: { entry: DeletionEntry }) {
  const { outcome } = entry;
  const curlOf = useCurl();
  if (outcome === null) return null;
  const facts = [
    outcome.status === null ? '' : `HTTP ${outcome.status}`,
    outcome.requestId === null ? '' : `Request ID ${outcome.requestId}`,
  ].filter(Boolean);
  return (
    <div ref={bringIntoSight} className="mt-4">
      <Notice
        tone={outcome.kind === 'unknown' ? 'notice' : 'danger'}
        role="alert"
        title={outcomeSentence(outcome.kind, entry.label)}
        actions={
          <>
            <CopyButton look="button" label="Copy" text={outcomeReport(entry)} />
            {outcome.kind !== 'not-sent' && (
              <CopyButton
                look="button"
                label="Copy as curl"
                text={curlOf('DELETE', servicePath(operationPaths.deleteComputeInstance, entry.target))}
              />
            )}
          </>
        }
      >
        <p>
          <bdi>{outcome.reason}</bdi>
        </p>
        {outcome.kind === 'unknown' && <CheckingAgain />}
        {facts.length > 0 && <p className="text-muted">{facts.join(' · ')}</p>}
      </Notice>
    </div>
  );
}

/** On a phone the sheet is longer than the screen. */
function bringIntoSight(failure: HTMLElement | null) {
  failure?.scrollIntoView({ block: 'center' });
}
