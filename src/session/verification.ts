import type { Connection } from '../api/connection.ts';
import type { ServiceList } from '../api/readList.ts';
import { listRegions } from '../api/regions.ts';
import { paths } from '../paths.ts';
import { problemOf, type SignInProblem } from './signInProblem.ts';

/** The result of verifying a token. `left`: the URL or the session changed before, so the result was ignored. */
export type Verification = 'verified' | 'left' | SignInProblem;

type Options = {
  signal: AbortSignal;
  /** Returns false once the session has changed. */
  isCurrent: () => boolean;
  accept: (regions: ServiceList<string>) => void;
};

/** Verifies a token for a workspace with one cheap read. */
export async function verify(
  connection: Connection,
  workspaceSlug: string,
  { signal, isCurrent, accept }: Options,
): Promise<Verification> {
  const url = workspaceInUrl();
  const isLeft = () => signal.aborted || workspaceInUrl() !== url || !isCurrent();
  try {
    const regions = await listRegions(connection, workspaceSlug, signal);
    if (isLeft()) return 'left';
    accept(regions);
    return 'verified';
  } catch (error) {
    return isLeft() ? 'left' : problemOf(error, workspaceSlug);
  }
}

export function workspaceInUrl(): string | null {
  return paths.workspaceOf(window.location.pathname);
}
