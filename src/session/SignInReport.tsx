import { operationPaths } from '../api/operationPaths.ts';
import type { ServiceError } from '../api/ServiceError.ts';
import { servicePath } from '../api/servicePath.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { curlOf } from '../ui/curlOf.ts';

type Props = { title: string; serviceUrl: string; workspaceSlug: string; error: ServiceError };

/** What of a failed sign-in can be passed on to somebody who can help. The token is in none of it. */
export function SignInReport({ title, serviceUrl, workspaceSlug, error }: Props) {
  const base = new URL(serviceUrl, window.location.origin).href;
  const facts = [
    error.status === null ? '' : `HTTP ${error.status}`,
    error.requestId === null ? '' : `Request ID ${error.requestId}`,
  ].filter(Boolean);
  return (
    <>
      {facts.length > 0 && (
        <p className="text-muted">
          <bdi>{facts.join(' · ')}</bdi>
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        <CopyButton
          text={[title, error.message, error.serviceMessage ?? '', ...facts].filter(Boolean).join('\n')}
          label="Copy error"
          look="button"
        />
        <CopyButton
          text={curlOf(base, 'GET', servicePath(operationPaths.listRegions, { workspaceSlug }))}
          label="Copy as curl"
          look="button"
        />
      </div>
    </>
  );
}
