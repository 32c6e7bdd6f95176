import type { Connection } from '../api/connection.ts';
import type { ServiceList } from '../api/readList.ts';
import { listRegions } from '../api/regions.ts';
import { problemOf, type SignInProblem } from './signInProblem.ts';

/** The result of verifying a token. `left`: the admin moved on or the session changed, so nothing was changed. */
export type Verification = 'verified' | 'left' | SignInProblem;

type Options = {
  signal: AbortSignal;
  /** Returns false once the result is no longer wanted. */
  isCurrent: () => boolean;
  accept: (regions: ServiceList<string>) => void;
};

/** Verifies a token for a workspace with one cheap read. */
export async function verify(
  connection: Connection,
  workspaceSlug: string,
  { signal, isCurrent, accept }: Options,
): Promise<Verification> {
  const isLeft = () => signal.aborted || !isCurrent();
  try {
    const regions = await listRegions(connection, workspaceSlug, signal);
    if (isLeft()) return 'left';
    accept(regions);
    return 'verified';
  } catch (error) {
    return isLeft() ? 'left' : problemOf(error, workspaceSlug);
  }
}
