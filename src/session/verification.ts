import type { Connection } from '../api/connection.ts';
import type { ServiceList } from '../api/readList.ts';
import { listRegions } from '../api/regions.ts';
import { paths } from '../paths.ts';
import { type SignInProblem, toSignInProblem } from './signInProblem.ts';

/** `outdated`: the response was ignored, because the form was closed, or because the session or the URL has changed. */
export type Verification = 'verified' | 'outdated' | SignInProblem;

/** Verifies a token for a workspace with one cheap read: the list of regions. */
export async function verifyToken(
  connection: Connection,
  workspaceSlug: string,
  signal: AbortSignal,
  isCurrent: () => boolean,
  onVerified: (regions: ServiceList<string>) => void,
): Promise<Verification> {
  const slugAtStart = readSlugInUrl();
  const isOutdated = () => signal.aborted || readSlugInUrl() !== slugAtStart || !isCurrent();
  try {
    const regions = await listRegions(connection, workspaceSlug, signal);
    if (isOutdated()) return 'outdated';
    onVerified(regions);
    return 'verified';
  } catch (error) {
    return isOutdated() ? 'outdated' : toSignInProblem(error, workspaceSlug);
  }
}

export function readSlugInUrl(): string | null {
  return paths.workspaceOf(window.location.pathname);
}
