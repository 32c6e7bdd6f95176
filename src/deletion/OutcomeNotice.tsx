import type { ReactNode } from 'react';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { formatInstant } from '../ui/time.ts';
import { type Deletion, stageOf } from './deletion.ts';
import { listResponseFacts } from './outcomes.ts';
import { stageLooks } from './stageLooks.ts';

type NoticeProps = {
  deletion: Deletion;
  /** False if the browser couldn't store the outcome. */
  isSaved?: boolean;
  /** True to add the date of the request: an alert can be days old. */
  isDated?: boolean;
  role?: 'alert' | 'note' | 'status';
  /** Facts below the explanation. */
  children?: ReactNode;
  actions?: ReactNode;
};

/** The sentence of an outcome, why, and what to quote to the operator. */
export function OutcomeNotice({ deletion, isSaved = true, role = 'alert', ...props }: NoticeProps) {
  const { id, outcome, sentAt, confirmedAt } = deletion;
  const kind = outcome?.kind ?? 'unknown';
  const { tone } = stageLooks[kind];
  const facts = listResponseFacts(deletion);
  const date = formatInstant(sentAt ?? confirmedAt);
  const hasPeriod = stageLooks[kind].sentence[1].endsWith('.');
  const dated = hasPeriod ? ` Requested ${date}.` : ` (request of ${date}).`;
  const endOfSentence = props.isDated ? dated : hasPeriod ? '' : '.';
  return (
    <Notice
      key={`${id} ${kind}`}
      role={role}
      tone={kind === 'not-sent' ? 'danger' : tone === 'danger' || tone === 'notice' ? tone : 'info'}
      title={
        <>
          <OutcomeSentence deletion={deletion} />
          <span>{endOfSentence}</span>
        </>
      }
      actions={props.actions}
    >
      <bdi>{outcome === null ? 'No result was stored.' : outcome.reason}</bdi>
      {facts.length > 0 && (
        <bdi translate="no" className="ml-1.5 text-muted">
          {facts.join(' · ')}
        </bdi>
      )}
      {kind === 'mismatch' && (
        <span className="block">
          The instance may have been deleted in that workspace. Stop deleting, and tell your operator.
        </span>
      )}
      {!isSaved && kind !== 'not-sent' && <UnsavedText />}
      {props.children}
    </Notice>
  );
}

/** The sentence is an element of its own, because others rely on the sentences that `stageLooks` defines. */
export function OutcomeSentence({ deletion: { label, outcome } }: { deletion: Deletion }) {
  const [before, after] = stageLooks[outcome?.kind ?? 'unknown'].sentence;
  return (
    <span>
      {before} <SafeName name={label} whole /> {after}
    </span>
  );
}

export function StageBadge({ deletion }: { deletion: Deletion }) {
  const { label, tone } = stageLooks[stageOf(deletion, Date.now())];
  return <Badge tone={tone}>{label}</Badge>;
}

function UnsavedText() {
  return (
    <span className="block">
      <strong className="font-semibold">This result couldn't be saved.</strong>{' '}
      <span>After a reload the deletion counts as unconfirmed.</span>
    </span>
  );
}

type ActionProps = {
  /** Null if the service can't list instances. */
  onRefresh: (() => void) | null;
  /** Null if the list now has a different instance, or none. */
  onDeleteAgain: (() => void) | null;
  /** Null while no outcome is stored. */
  onDismiss: (() => void) | null;
};

export function UnknownActions({ onRefresh, onDeleteAgain, onDismiss }: ActionProps) {
  return (
    <>
      {onRefresh !== null && (
        <Button size="small" onClick={onRefresh}>
          Refresh list
        </Button>
      )}
      {onDeleteAgain !== null && (
        <Button size="small" className="text-danger" onClick={onDeleteAgain}>
          Delete again…
        </Button>
      )}
      {onDismiss !== null && (
        <Button size="small" onClick={onDismiss}>
          Dismiss
        </Button>
      )}
    </>
  );
}
