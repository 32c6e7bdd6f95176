import { memo } from 'react';
import type { LoggedRequest } from '../session/createRequestLog.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { groupedDigits } from '../ui/groupedDigits.ts';
import { isoInZone } from '../ui/isoInZone.ts';
import { useZone } from '../ui/useZone.ts';

type Props = { record: LoggedRequest; curl: string };

/** One request: what was asked, and what came of it. */
export const RequestLine = memo(function RequestLine({ record, curl }: Props) {
  const { at, method, path, status, durationMs, bytes, requestId } = record;
  const exact = isoInZone(at, useZone());
  return (
    <li className="flex items-start gap-2 py-2">
      <div className="min-w-0 flex-1">
        <p className="font-mono text-small leading-5 wrap-anywhere">
          <strong className={method === 'DELETE' ? 'text-danger' : ''}>{method}</strong> <bdi>{path}</bdi>
        </p>
        <p className="flex flex-wrap gap-x-3 text-small text-muted">
          <time dateTime={exact} title={exact}>
            {exact.slice(11, 19)} {exact.slice(23).replace('Z', 'UTC')}
          </time>
          <span className={status !== null && status < 400 ? '' : 'font-medium text-danger'}>
            {status === null ? 'no answer' : `HTTP ${status}`}
          </span>
          <span>{groupedDigits(durationMs)} ms</span>
          <span>{groupedDigits(bytes)} bytes</span>
          {requestId !== null && <bdi className="font-mono wrap-anywhere">{requestId}</bdi>}
        </p>
      </div>
      <CopyButton text={curl} label={`Copy ${method} ${path} as curl`} />
    </li>
  );
});
