import { useState } from 'react';
import type { Deletion } from '../../rules/deletion.ts';
import { useConfig } from '../../session/config.ts';
import { Button } from '../../ui/Button.tsx';
import { DialogActions } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/notices.tsx';
import type { InstanceRow } from '../instanceRow.ts';
import { isSameInstance } from '../listCheck.ts';
import { useDismissDeletion } from '../useDeletionLog.ts';
import { useRefresh } from '../useInstances.ts';
import { useSecondsUntil } from './confirmation.ts';
import { OutcomeNotice } from './OutcomeNotice.tsx';
import { stageLooks } from './stageLooks.ts';

export type DeleteResult =
  /** `isStored` is false while our server's database refuses the outcome. */
  | { kind: 'ended'; deletion: Deletion; isStored: boolean }
  /** Our server refused it before sending, or nothing left the browser. */
  | { kind: 'not-sent'; message: string }
  /** Our server's answer was lost. */
  | { kind: 'lost'; message: string };

export function titleOf(result: DeleteResult): string {
  if (result.kind === 'lost') return stageLooks.unknown.label;
  return stageLooks[result.kind === 'ended' ? result.deletion.stage : 'not-sent'].label;
}

export function DeleteResultNotice({ result }: { result: DeleteResult }) {
  if (result.kind !== 'ended')
    return (
      <Notice tone="danger" takesFocus title={<span>{result.message}</span>}>
        {result.kind === 'not-sent' && <span>Nothing was sent to the service.</span>}
      </Notice>
    );
  return (
    <OutcomeNotice deletion={result.deletion} takesFocus>
      {!result.isStored && (
        <span className="block">
          <strong className="font-semibold">This result couldn't be stored yet.</strong>{' '}
          <span>The console's server tries again. Until then, Activity may say “No clear result”.</span>
        </span>
      )}
    </OutcomeNotice>
  );
}

type ButtonsProps = {
  result: DeleteResult;
  /** The row as it is listed now. */
  row: InstanceRow | undefined;
  onClose: () => void;
  onAskAgain: () => void;
};

/** What can be done after a result that leaves nothing to confirm. */
export function ResultButtons({ result, row, onClose, onAskAgain }: ButtonsProps) {
  const { instancesPath } = useConfig();
  const refresh = useRefresh();
  const dismiss = useDismissDeletion();
  const deletion = result.kind === 'ended' ? result.deletion : null;
  function acknowledge() {
    if (deletion !== null) dismiss(deletion.id);
    onClose();
  }
  function refreshList() {
    onClose();
    refresh();
  }
  if (deletion?.stage === 'mismatch')
    return (
      <DialogActions>
        <Button variant="primary" onClick={acknowledge}>
          I have read this
        </Button>
      </DialogActions>
    );
  const isUnknown = deletion?.stage === 'unknown';
  return (
    <DialogActions>
      {isUnknown && row !== undefined && isSameInstance(row, deletion) && (
        <Button variant="danger-quiet" className="mr-auto -ml-3" onClick={onAskAgain}>
          Delete again…
        </Button>
      )}
      <Button onClick={onClose}>Close</Button>
      {isUnknown && instancesPath !== null && (
        <Button variant="primary" onClick={refreshList}>
          Refresh list
        </Button>
      )}
    </DialogActions>
  );
}

/** A longer wait is only named, because no dialog stays open for it. */
const maxCountdownMs = 5 * 60_000;

/** The time that the service asks to wait after a 429. */
export function useSecondsToWait(result: DeleteResult | null): { seconds: number; text: string } {
  const deletion = result?.kind === 'ended' ? result.deletion : null;
  const retryAt = deletion?.outcome?.retryAt ?? null;
  // Both times are the server's.
  const waitMs = retryAt === null ? 0 : Math.max(0, retryAt - (deletion?.endedAt ?? retryAt));
  const [startedAt] = useState(() => performance.now());
  const seconds = useSecondsUntil(waitMs > maxCountdownMs ? 0 : startedAt + waitMs);
  if (waitMs > maxCountdownMs)
    return { seconds: 0, text: `The service asks to wait ${Math.ceil(waitMs / 60_000)} minutes.` };
  return { seconds, text: seconds > 0 ? `You can try again in ${seconds} s` : '' };
}
