import { useEffect, useState } from 'react';
import type { SignInProblem } from '../session/signInProblem.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { Failure } from '../ui/notices.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';

type Props = { workspaceSlug: string; onSwitch: () => void };

/** Verifies the token for the workspace in the URL. After a failure, shows the reason, a retry and other actions. */
export function WorkspaceAccess({ workspaceSlug, onSwitch }: Props) {
  const { verifyWorkspace, askForToken } = useSession();
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  useEffect(() => {
    if (problem !== null) return;
    const verification = new AbortController();
    verifyWorkspace(workspaceSlug, verification.signal).then((result) => {
      if (typeof result === 'object') setProblem(result);
    });
    return () => verification.abort();
  }, [verifyWorkspace, workspaceSlug, problem]);
  return (
    <>
      <title>{`${workspaceSlug} · Workspace Console`}</title>
      <PageHeading title={workspaceSlug} />
      {problem === null ? (
        <p role="status" className="text-muted">
          Opening workspace {workspaceSlug}…
        </p>
      ) : (
        <div className="max-w-2xl">
          <Failure
            title={formatTitle(problem, workspaceSlug)}
            error={problem.error ?? new Error(problem.title)}
            onRetry={() => setProblem(null)}
          >
            <p>{problem.advice}</p>
          </Failure>
          <div className="mt-4 flex flex-wrap gap-2">
            <Button variant="primary" onClick={onSwitch}>
              Switch workspace
            </Button>
            <Button onClick={askForToken}>Use another token</Button>
          </div>
        </div>
      )}
    </>
  );
}

function formatTitle({ title, error }: SignInProblem, workspaceSlug: string): string {
  return error?.kind === 'forbidden' ? `You don’t have access to ${workspaceSlug}` : title;
}
