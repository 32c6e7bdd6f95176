import type { ReactNode } from 'react';
import type { Deletion } from '../../rules/deletion.ts';
import { Button } from '../../ui/Button.tsx';
import { SafeName } from '../../ui/SafeName.tsx';
import { useDismissDeletion } from '../useDeletionLog.ts';
import { StageBadge } from './OutcomeNotice.tsx';
import { describeReason, getResponseFacts, labelOf } from './outcomes.ts';

type ItemProps = { deletion: Deletion; actions?: ReactNode; children?: ReactNode };

/** One instance in the result of a bulk delete. */
export function ResultItem({ deletion, actions, children }: ItemProps) {
  const { databaseName, instanceId, outcome, stage } = deletion;
  const isSuccess = stage === 'deleted' || stage === 'accepted';
  const explanation =
    outcome === null || isSuccess ? [] : [describeReason(outcome), ...getResponseFacts(deletion)];
  const texts = [...explanation, ...(outcome?.notes ?? [])].filter(Boolean);
  return (
    <li className="flex flex-wrap items-center gap-x-3 px-3 py-1">
      <div className="min-w-[min(100%,14rem)] flex-1 wrap-anywhere">
        <div className="text-control leading-4.5 font-medium">
          <SafeName name={labelOf(deletion)} whole />
        </div>
        <div className="text-small text-muted">
          <SafeName name={databaseName} whole />
          <span> · </span>
          <code>
            <SafeName name={instanceId} whole />
          </code>
          {texts.length > 0 && stage !== 'not-sent' && <bdi>{` · ${texts.join(' · ')}`}</bdi>}
          {children}
        </div>
      </div>
      {actions}
      <StageBadge deletion={deletion} />
    </li>
  );
}

type DismissProps = { deletion: Deletion; label?: string };

export function DismissButton({ deletion, label = 'Dismiss' }: DismissProps) {
  const dismiss = useDismissDeletion();
  const { stage, dismissedAt, id } = deletion;
  if (!['unknown', 'mismatch', 'gone'].includes(stage) || dismissedAt !== null) return null;
  return (
    <Button size="small" onClick={() => dismiss(id)}>
      {label}
    </Button>
  );
}
