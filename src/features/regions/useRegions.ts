import { useQuery } from '@tanstack/react-query';
import { regionsQuery } from '../../api/regions.ts';
import { useSession } from '../../session/useSession.ts';

/** The regions available to the workspace on screen. */
export function useRegions() {
  const { connection, workspaceSlug } = useSession();
  return useQuery(regionsQuery(connection, workspaceSlug));
}
