import type { QueryClient } from '@tanstack/react-query';
import type { Connection } from '../api/Connection.ts';
import { listRegions } from '../api/listRegions.ts';
import { pathValueProblem } from '../api/pathValueProblem.ts';
import { regionsQuery } from '../api/regionsQuery.ts';
import { ServiceError } from '../api/ServiceError.ts';
import type { SessionStore } from './createSessionStore.ts';
import { type SignInProblem, signInProblem } from './signInProblem.ts';

/**
 * Proves the present token for one more workspace, as the gate does, and lets it in.
 * @returns null, or why the workspace can't be opened; the session stands in either case
 */
export async function proveWorkspace(
  store: SessionStore,
  queryClient: QueryClient,
  connection: Connection,
  workspaceSlug: string,
): Promise<SignInProblem | null> {
  const wrong = pathValueProblem(workspaceSlug);
  if (wrong !== null)
    return {
      title: `The workspace ${wrong}.`,
      next: 'Enter the slug from its address.',
      field: 'workspace',
    };
  try {
    // A connection of its own: that this workspace rejects the token says nothing about the one on screen.
    const regions = await listRegions(store.connect(connection.token), workspaceSlug);
    // Signed out meanwhile: nothing that was read with the token may stay.
    if (connection.isOpen?.() === false) return null;
    queryClient.setQueryData(regionsQuery(connection, workspaceSlug).queryKey, regions);
    store.proved(connection, workspaceSlug);
    return null;
  } catch (error) {
    if (error instanceof ServiceError) return signInProblem(error, workspaceSlug);
    throw error;
  }
}
