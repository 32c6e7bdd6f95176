import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import { Button, getButtonClass } from '../ui/Button.tsx';
import { EnvironmentLine } from '../ui/Environment.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { formatTabTitle, useConfig } from './config.ts';
import { ProblemNotice } from './ProblemNotice.tsx';
import type { SignInProblem } from './signInProblem.ts';
import { useSession } from './useSession.ts';

/** Checks the token for the workspace in the URL. The session moves there, or the page says why not. */
export function WorkspaceAccess({ workspace }: { workspace: string }) {
  const { store, workspace: currentWorkspace, signOut } = useSession();
  const { environment, environmentColor } = useConfig();
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  useEffect(() => {
    if (problem !== null) return;
    const check = new AbortController();
    store.checkWorkspace(workspace, check.signal).then((result) => {
      if (typeof result === 'object') setProblem(result);
    });
    return () => check.abort();
  }, [store, workspace, problem]);
  const currentScreen = paths.screenOf(window.location.pathname) ?? 'compute';
  return (
    <main className="mx-auto grid max-w-160 gap-4 px-5 pt-[22dvh]">
      <title>{formatTabTitle(workspace, environment)}</title>
      {environment !== null && <EnvironmentLine color={environmentColor} />}
      <h1 className="text-title font-semibold">
        <SafeName name={workspace} />
      </h1>
      {problem === null ? (
        <p role="status" className="text-muted">
          Checking access…
        </p>
      ) : (
        <>
          <ProblemNotice problem={problem} />
          <div className="flex flex-wrap gap-2">
            <Link
              to={paths.screen(currentScreen, currentWorkspace)}
              replace
              className={getButtonClass('primary')}
            >
              {`Back to ${currentWorkspace}`}
            </Link>
            <Button onClick={signOut}>Use a different token</Button>
            <Button onClick={() => setProblem(null)}>Try again</Button>
          </div>
        </>
      )}
    </main>
  );
}
