import { useQuery } from '@tanstack/react-query';
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
  const read = regionsQuery(connection, workspaceSlug);
  const proof = useQuery({
    ...read,
    retry: false,
    queryFn: async (context) => {
      const regions = await read.queryFn(context);
      store.proved(connection, workspaceSlug);
      return regions;
    },
  });
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
