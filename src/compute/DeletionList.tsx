import type { ReactNode } from 'react';
import { formatNumber } from '../format/text.ts';
import { formatTimeOfDayWithLocal } from '../format/time.ts';
import type { Deletion } from '../rules/deletion.ts';
import { useConfig } from '../session/pageData.ts';
import { useSession } from '../session/useSession.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { createEvidence, toHtml, toMarkdown } from './evidence.ts';
import { Fact, FactList } from './InstanceFacts.tsx';
import { StageBadge } from './OutcomeNotice.tsx';
import { describeOutcomeMessage, getDeletionLabel } from './outcomes.ts';

type Props = {
  deletions: readonly Deletion[];
  renderActions: (deletion: Deletion) => ReactNode;
  renderLaterFacts?: (deletion: Deletion) => ReactNode;
};

const maxItems = 200;

export function DeletionList({ deletions, renderActions, renderLaterFacts }: Props) {
  const hiddenCount = deletions.length - maxItems;
  return (
    <ul
      aria-label="Results"
      className="mt-2.5 mb-auto min-h-16 divide-y divide-line overflow-y-auto rounded-md border border-line"
    >
      {deletions.slice(0, maxItems).map((deletion) => (
        <li key={deletion.id} className="px-3 py-1.5 text-control">
          <div className="flex flex-wrap items-center gap-x-2 wrap-anywhere">
            <span className="mr-auto font-medium">
              <SafeName name={getDeletionLabel(deletion)} whole />
            </span>
            {renderActions(deletion)}
            <StageBadge deletion={deletion} />
          </div>
          <FactList isInline>
            <Fact name="Database">
              <SafeName name={deletion.databaseName} whole />
            </Fact>
            <DeletionFacts deletion={deletion} />
            {renderLaterFacts?.(deletion)}
          </FactList>
        </li>
      ))}
      {hiddenCount > 0 && (
        <li key="more" className="px-3 py-1.5 text-small text-muted">
          {`and ${formatNumber(hiddenCount)} more in the evidence and the export`}
        </li>
      )}
    </ul>
  );
}

export function DeletionFacts({ deletion }: { deletion: Deletion }) {
  const { instanceId, outcome } = deletion;
  return (
    <>
      <Fact name="ID">
        <code>
          <SafeName name={instanceId} whole />
        </code>
      </Fact>
      <Fact name="Response">{describeResponse(deletion)}</Fact>
      <Fact name="Why">{outcome && describeOutcomeMessage(outcome)}</Fact>
      <Fact name="Request ID">
        {outcome?.requestId && (
          <code>
            <SafeName name={outcome.requestId} whole />
          </code>
        )}
      </Fact>
      <Fact name="Notes">{outcome?.notes.join(' ')}</Fact>
    </>
  );
}

function describeResponse({ outcome, sentAt, endedAt }: Deletion): string | null {
  if (outcome === null || sentAt === null || endedAt === null) return null;
  // Then `endedAt` is when a server stopped waiting, which may be long after the one that sent it has ended.
  if (outcome.status === null) return 'none';
  // Rounded up, because no response comes after 0.0 s.
  const seconds = (Math.max(1, Math.ceil((endedAt - sentAt) / 100)) / 10).toFixed(1);
  return `HTTP ${outcome.status} after ${seconds} s, at ${formatTimeOfDayWithLocal(endedAt)}`;
}

type EvidenceProps = {
  deletions: readonly Deletion[];
  notInList?: readonly string[] | undefined;
};

export function CopyEvidenceButton({ deletions, notInList }: EvidenceProps) {
  const { workspace } = useSession();
  const { environment } = useConfig();

  function writeEvidence() {
    const evidence = createEvidence(deletions, { workspace, environment }, notInList);
    return { text: toMarkdown(evidence), html: toHtml(evidence) };
  }
  return <CopyButton label="Copy evidence" variant="button" text={writeEvidence} />;
}
