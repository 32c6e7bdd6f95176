import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import { Button } from '../ui/Button.tsx';
import { SignIn } from './SignIn.tsx';
import type { SignInProblem } from './signInProblem.ts';
import { useSignedIn } from './useSession.ts';

/** Verifies the present token for the workspace in the URL. If that fails, it offers to retry, go back or sign in. */
export function VerifyWorkspace({ workspaceSlug }: { workspaceSlug: string }) {
  const { store, state } = useSignedIn();
  const [latest] = state.verifiedWorkspaces;
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  if (problem === null) return <Verifying workspaceSlug={workspaceSlug} onProblem={setProblem} />;
  return (
    <SignIn store={store} workspaceSlug={workspaceSlug} problem={problem}>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button onClick={() => setProblem(null)}>Retry with current token</Button>
        <Link to={paths.screen('compute', latest)} className="text-accent underline underline-offset-2">
          Back to {latest}
        </Link>
      </p>
    </SignIn>
  );
}

type VerifyingProps = { workspaceSlug: string; onProblem: (problem: SignInProblem) => void };

function Verifying({ workspaceSlug, onProblem }: VerifyingProps) {
  const { store, state } = useSignedIn();
  const { connection } = state;
  useEffect(() => {
    const verification = new AbortController();
    store.verifyWorkspace(connection, workspaceSlug, verification.signal).then((result) => {
      if (typeof result === 'object') onProblem(result);
    });
    return () => verification.abort();
  }, [store, connection, workspaceSlug, onProblem]);
  return (
    <p role="status" className="p-6 text-muted">
      Opening workspace {workspaceSlug}…
    </p>
  );
}
