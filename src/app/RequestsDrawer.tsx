import { useSyncExternalStore } from 'react';
import { useCurl } from '../session/useCurl.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Modal } from '../ui/Modal.tsx';
import { RequestLine } from './RequestLine.tsx';

/** The last requests to the service, for whoever has to explain what happened. No token is in them. */
export function RequestsDrawer({ onClose }: { onClose: () => void }) {
  const { requests } = useSession();
  const records = useSyncExternalStore(requests.subscribe, requests.get);
  const curlOf = useCurl();
  return (
    <Modal kind="dialog" place="side" title="Requests" onClose={onClose}>
      <p className="mt-1 text-muted">
        The last 200 since you signed in, latest first. They are kept in memory only, without token and
        bodies.
      </p>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <CopyButton text={JSON.stringify(records, null, 2)} label="Copy all as JSON" look="button" />
        <Button onClick={onClose}>Close</Button>
      </div>
      {records.length === 0 ? (
        <div className="mt-4">
          <EmptyState title="No request yet" />
        </div>
      ) : (
        <ol aria-label="Requests, latest first" className="mt-4 divide-y divide-line border-y border-line">
          {records.map((record) => (
            <RequestLine key={record.number} record={record} curl={curlOf(record.method, record.path)} />
          ))}
        </ol>
      )}
    </Modal>
  );
}
