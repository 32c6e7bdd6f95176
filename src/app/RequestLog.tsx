import { memo } from 'react';
import { useStore } from 'zustand';
import { buildCurlCommand } from '../api/servicePath.ts';
import type { LoggedRequest } from '../session/connections.ts';
import { useSession } from '../session/useSession.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Modal } from '../ui/Modal.tsx';
import { EmptyState } from '../ui/notices.tsx';
import { formatIsoInZone } from '../ui/time.ts';
import { useZone } from '../ui/usePreferences.ts';
import { formatNumber } from '../ui/words.ts';

export function RequestsDialog({ onClose }: { onClose: () => void }) {
  const { requests, connection } = useSession();
  const records = useStore(requests);
  const baseUrl = new URL(connection.serviceUrl, window.location.origin).href;
  return (
    <Modal kind="dialog" place="side" title="Request log" onClose={onClose}>
      <p className="mt-1 text-muted">
        The last 200 requests of this session, newest first. Tokens and bodies aren’t recorded.
      </p>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <CopyButton text={JSON.stringify(records, null, 2)} label="Copy all as JSON" variant="button" />
      </div>
      {records.length === 0 ? (
        <div className="mt-4">
          <EmptyState title="No requests yet" />
        </div>
      ) : (
        <ol aria-label="Requests, newest first" className="mt-4 divide-y divide-line border-y border-line">
          {records.map((record) => (
            <RequestLine
              key={record.number}
              record={record}
              curlCommand={record.method === 'GET' ? buildCurlCommand(baseUrl, record.path) : null}
            />
          ))}
        </ol>
      )}
    </Modal>
  );
}

type RequestLineProps = {
  record: LoggedRequest;
  /** null for a DELETE, because a pasted command would bypass the confirmation, the protection and the deletion log. */
  curlCommand: string | null;
};

const RequestLine = memo(function RequestLine({ record, curlCommand }: RequestLineProps) {
  const { sentAt, method, path, status, durationMs, bytes, requestId } = record;
  const isoTime = formatIsoInZone(sentAt, useZone());
  return (
    <li className="flex items-start gap-2 py-2">
      <div className="min-w-0 flex-1">
        <p className="font-mono text-small leading-5 wrap-anywhere">
          <strong className={method === 'DELETE' ? 'text-danger' : ''}>{method}</strong> <bdi>{path}</bdi>
        </p>
        <p className="flex flex-wrap gap-x-3 text-small text-muted">
          <time dateTime={isoTime} title={isoTime}>
            {isoTime.slice(11, 19)} {isoTime.slice(23).replace('Z', 'UTC')}
          </time>
          <span className={status !== null && status < 400 ? '' : 'font-medium text-danger'}>
            {status === null ? 'No response' : `HTTP ${status}`}
          </span>
          <span>{formatNumber(durationMs)} ms</span>
          <span>{formatNumber(bytes)} bytes</span>
          {requestId !== null && <bdi className="font-mono wrap-anywhere">{requestId}</bdi>}
        </p>
      </div>
      {curlCommand !== null && <CopyButton text={curlCommand} label={`Copy ${method} ${path} as curl`} />}
    </li>
  );
});
