import type { ReactNode } from 'react';
import { formatInstant } from '../../format/time.ts';
import { type Deletion, isInFlight, isResolved } from '../../rules/deletion.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Notice } from '../../ui/notices.tsx';
import { SafeName } from '../../ui/SafeName.tsx';
import { describeNextStep, describeReason, getResponseFacts, labelOf, outcomeSentences } from './outcomes.ts';
import { stageLooks } from './stageLooks.ts';

type NoticeProps = {
  deletion: Deletion;
  /** True to add who asked for it and when: an alert can be days old, and of a different admin. */
  isDated?: boolean;
  role?: 'alert' | 'note' | 'status';
  /** True to move the focus to it. */
  takesFocus?: boolean;
  children?: ReactNode;
  actions?: ReactNode;
};

export function OutcomeNotice({ deletion, role = 'alert', isDated = false, ...props }: NoticeProps) {
  const { id, outcome, stage, databaseName, instanceId } = deletion;
  if (outcome === null) return null;
  const { tone } = stageLooks[stage];
  const endOfSentence = outcomeSentences[outcome.code][1].endsWith('.') ? '' : '.';
  const facts = [...(isDated ? [databaseName, instanceId] : []), ...getResponseFacts(deletion)];
  return (
    <Notice
      key={`${id} ${stage}`}
      role={role}
      tone={stage === 'not-sent' ? 'danger' : tone === 'danger' || tone === 'notice' ? tone : 'info'}
      takesFocus={props.takesFocus}
      title={
        <>
          <OutcomeSentence deletion={deletion} />
          <span>{endOfSentence + (isDated ? ` ${formatRequest(deletion)}` : '')}</span>
        </>
      }
      actions={props.actions}
    >
      <bdi>{describeReason(outcome)}</bdi>
      <bdi translate="no" className="ml-1.5 text-muted empty:hidden">
        {facts.join(' · ')}
      </bdi>
      {stage === 'mismatch' && (
        <span className="block">
          The instance may have been deleted in that workspace. Stop deleting, and tell your operator.
        </span>
      )}
      <span className="block empty:hidden">{describeNextStep(outcome)}</span>
      {props.children}
    </Notice>
  );
}

function formatRequest({ actor, isOwn, sentAt, confirmedAt }: Deletion): string {
  return `Requested by ${isOwn ? 'you' : actor}, ${formatInstant(sentAt ?? confirmedAt)}.`;
}

function OutcomeSentence({ deletion }: { deletion: Deletion }) {
  if (deletion.outcome === null) return <span>{stageLooks[deletion.stage].label}</span>;
  const [before, after] = outcomeSentences[deletion.outcome.code];
  return (
    <span>
      {before} <SafeName name={labelOf(deletion)} whole /> {after}
    </span>
  );
}

export function StageBadge({ deletion }: { deletion: Deletion }) {
  const { label, tone } = stageLooks[deletion.stage];
  // By an admin, or by a later deletion of the instance.
  const isClosed = deletion.dismissedAt !== null && isResolved(deletion) && !isInFlight(deletion);
  return <Badge tone={isClosed ? 'plain' : tone}>{isClosed ? `${label}, closed` : label}</Badge>;
}
