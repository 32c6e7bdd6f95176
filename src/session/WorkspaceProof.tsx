import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import type { Connection } from '../api/Connection.ts';
import { regionsQuery } from '../api/regionsQuery.ts';
import { ServiceError } from '../api/ServiceError.ts';
import type { ConsoleConfig } from '../config.ts';
import { paths } from '../paths.ts';
import type { SessionStore } from './createSessionStore.ts';
import { SignIn } from './SignIn.tsx';
import { signInProblem } from './signInProblem.ts';

type Props = {
  store: SessionStore;
  config: ConsoleConfig;
  connection: Connection;
  workspaceSlug: string;
  latest: string;
};

/** An address of another workspace: the present token has to prove itself for it before anything of it is shown. */
export function WorkspaceProof({ store, config, connection, workspaceSlug, latest }: Props) {
  const proof = useQuery({ ...regionsQuery(connection, workspaceSlug), retry: false });
  const isProved = proof.isSuccess;
  // Only once the answer is in the cache: whoever lets go of a read that is under way cancels it, and it is made twice.
  useEffect(() => {
    if (isProved) store.proved(connection, workspaceSlug);
  }, [isProved, store, connection, workspaceSlug]);
  if (proof.error === null)
    return (
      <p role="status" className="p-6 text-muted">
        Opening the workspace {workspaceSlug}…
      </p>
    );
  const problem = proof.error instanceof ServiceError ? signInProblem(proof.error, workspaceSlug) : null;
  return (
    <SignIn
      store={store}
      config={config}
      workspaceSlug={workspaceSlug}
      before={problem}
      aside={
        <Link to={paths.screen('compute', latest)} className="text-accent underline underline-offset-2">
          Back to the workspace {latest}
        </Link>
      }
    />
  );
}
