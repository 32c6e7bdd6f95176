import type { ReactNode } from 'react';
import { formatInstant } from '../../format/time.ts';
import { type Deletion, stageOf } from '../../rules/deletion.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/notices.tsx';
import { SafeName } from '../../ui/SafeName.tsx';
import { getResponseFacts, outcomeSentences, unsavedSentence } from './outcomes.ts';
import { stageLooks } from './stageLooks.ts';

type NoticeProps = {
  deletion: Deletion;
  /** False if the browser couldn't store the outcome. */
  isSaved?: boolean;
  /** True to add the date of the request: an alert can be days old. */
  isDated?: boolean;
  role?: 'alert' | 'note' | 'status';
  children?: ReactNode;
  actions?: ReactNode;
};

export function OutcomeNotice({ deletion, isSaved = true, role = 'alert', ...props }: NoticeProps) {
  const { id, target, outcome, sentAt, confirmedAt } = deletion;
  const kind = outcome?.kind ?? 'unknown';
  const tone = kind === 'not-sent' ? 'danger' : stageLooks[kind].tone;
  const endOfSentence = outcomeSentences[kind][1].endsWith('.') ? '' : '.';
  const date = props.isDated ? ` Requested ${formatInstant(sentAt ?? confirmedAt)}.` : '';
  return (
    <Notice
      key={`${id} ${kind}`}
      role={role}
      tone={tone === 'danger' || tone === 'notice' ? tone : 'info'}
      title={
        <>
          <OutcomeSentence deletion={deletion} />
          <span>{endOfSentence + date}</span>
        </>
      }
      actions={props.actions}
    >
      <bdi>{outcome === null ? 'No result was stored.' : outcome.reason}</bdi>
      <bdi translate="no" className="ml-1.5 text-muted empty:hidden">
        {[
          ...(props.isDated ? [target.databaseName, target.instanceId] : []),
          ...getResponseFacts(deletion),
        ].join(' · ')}
      </bdi>
      {kind === 'mismatch' && (
        <span className="block">
          The instance may have been deleted in that workspace. Stop deleting, and tell your operator.
        </span>
      )}
      {!isSaved && kind !== 'not-sent' && (
        <span className="block">
          <strong className="font-semibold">{unsavedSentence}</strong>{' '}
          <span>After a reload the deletion counts as unconfirmed.</span>
        </span>
      )}
      {props.children}
    </Notice>
  );
}

export function OutcomeSentence({ deletion: { label, outcome } }: { deletion: Deletion }) {
  const [before, after] = outcomeSentences[outcome?.kind ?? 'unknown'];
  return (
    <span>
      {before} <SafeName name={label} whole /> {after}
    </span>
  );
}

export function StageBadge({ deletion }: { deletion: Deletion }) {
  const stage = stageOf(deletion, Date.now());
  const { label, tone } = stageLooks[stage];
  // By the admin, or by a later deletion of the instance.
  const isClosed = deletion.dismissed && (stage === 'unknown' || stage === 'mismatch');
  return <Badge tone={isClosed ? 'plain' : tone}>{isClosed ? `${label}, closed` : label}</Badge>;
}

type ActionProps = {
  /** Null if the service can't list instances. */
  onRefresh: (() => void) | null;
  /** Null if the list now has a different instance, or none. */
  onDeleteAgain: (() => void) | null;
  /** Null while no outcome is stored. */
  onDismiss: (() => void) | null;
};

export function OutcomeActions({ onRefresh, onDeleteAgain, onDismiss }: ActionProps) {
  const actions = { 'Refresh list': onRefresh, 'Delete again…': onDeleteAgain, Dismiss: onDismiss };
  return Object.entries(actions).map(
    ([label, act]) =>
      act !== null && (
        <Button key={label} size="small" className={act === onDeleteAgain ? 'text-danger' : ''} onClick={act}>
          {label}
        </Button>
      ),
  );
}
