import type { Connection } from '../api/connection.ts';
import type { ServiceList } from '../api/readList.ts';
import { listRegions } from '../api/regions.ts';
import { paths } from '../paths.ts';
import { problemOf, type SignInProblem } from './signInProblem.ts';

/** `outdated`: the URL or the session changed before the response, so it was ignored. */
export type Verification = 'verified' | 'outdated' | SignInProblem;

/** Verifies a token for a workspace with one cheap read. */
export async function verify(
  connection: Connection,
  workspaceSlug: string,
  signal: AbortSignal,
  isCurrent: () => boolean,
  accept: (regions: ServiceList<string>) => void,
): Promise<Verification> {
  const url = workspaceInUrl();
  const isOutdated = () => signal.aborted || workspaceInUrl() !== url || !isCurrent();
  try {
    const regions = await listRegions(connection, workspaceSlug, signal);
    if (isOutdated()) return 'outdated';
    accept(regions);
    return 'verified';
  } catch (error) {
    return isOutdated() ? 'outdated' : problemOf(error, workspaceSlug);
  }
}

export function workspaceInUrl(): string | null {
  return paths.workspaceOf(window.location.pathname);
}
