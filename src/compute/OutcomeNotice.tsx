import type { ReactNode } from 'react';
import { formatInstant } from '../format/time.ts';
import { type Deletion, instanceKey } from '../rules/deletion.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import {
  describeNextStep,
  describeOutcomeMessage,
  formatActor,
  getDeletionLabel,
  getResponseFacts,
  outcomeSentences,
  stageDisplay,
} from './outcomes.ts';
import { findRowButton } from './tableView.ts';
import { useDismissDeletion } from './useDeletionLog.ts';

type Props = {
  deletion: Deletion;
  role?: 'alert' | 'note' | 'status';
  /** True to move the focus to it. On a page, it says who asked and when: it can be days old, and of a different admin. */
  isInDialog?: boolean;
  children?: ReactNode;
  actions?: ReactNode;
};

export function OutcomeNotice({ deletion, role = 'alert', isInDialog = false, children, actions }: Props) {
  const { id, outcome, stage, databaseName, instanceId } = deletion;
  if (outcome === null) return null;
  const { tone } = stageDisplay[stage];
  const [before, after] = outcomeSentences[outcome.code];
  const facts = [...(isInDialog ? [] : [databaseName, instanceId]), ...getResponseFacts(deletion)];
  return (
    <Notice
      key={`${id} ${stage}`}
      role={role}
      tone={stage === 'not-sent' ? 'danger' : tone === 'danger' || tone === 'notice' ? tone : 'info'}
      takesFocus={isInDialog}
      title={
        <>
          <span>
            {before} <SafeName name={getDeletionLabel(deletion)} whole /> {after}
          </span>
          <span>{after.endsWith('.') ? '' : '.'}</span>
        </>
      }
      actions={actions}
    >
      <span>{isInDialog ? '' : `${formatRequest(deletion)} `}</span>
      <bdi>{describeOutcomeMessage(outcome)}</bdi>
      <span> </span>
      <bdi translate="no" className="text-muted empty:hidden">
        {facts.join(' · ')}
      </bdi>
      {stage === 'mismatch' && (
        <span className="block">
          The instance may have been deleted in that workspace. Stop deleting, and tell your operator.
        </span>
      )}
      <span className="block empty:hidden">{describeNextStep(outcome)}</span>
      {children}
    </Notice>
  );
}

function formatRequest(deletion: Deletion): string {
  const { sentAt, confirmedAt } = deletion;
  return `Requested by ${formatActor(deletion)}, ${formatInstant(sentAt ?? confirmedAt)}.`;
}

export function StageBadge({ deletion }: { deletion: Deletion }) {
  const { label, tone } = stageDisplay[deletion.stage];
  const isClosed = deletion.dismissedAt !== null;
  return <Badge tone={isClosed ? 'plain' : tone}>{isClosed ? `${label}, closed` : label}</Badge>;
}

type DismissProps = { deletion: Deletion; label?: string };

export function DismissButton({ deletion, label = 'Dismiss' }: DismissProps) {
  const { id, stage, dismissedAt } = deletion;
  const dismiss = useDismissDeletion();
  if (!['unknown', 'mismatch', 'gone'].includes(stage) || dismissedAt !== null) return null;
  function moveFocus(button: HTMLElement) {
    const target =
      button.closest('[role=alertdialog]') ?? findRowButton(instanceKey(deletion)) ?? button.closest('main');
    if (target instanceof HTMLElement) target.focus();
  }
  return (
    <Button
      size="small"
      onClick={({ currentTarget }) => dismiss(id, { onSuccess: () => moveFocus(currentTarget) })}
    >
      {label}
    </Button>
  );
}
