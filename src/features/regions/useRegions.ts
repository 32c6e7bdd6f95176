import { useQuery } from '@tanstack/react-query';
import { regionsQuery } from '../../api/regions.ts';
import { useSession } from '../../session/useSession.ts';

/** Reads the regions of the current workspace. */
export function useRegions() {
  const { connection, workspaceSlug } = useSession();
  return useQuery(regionsQuery(connection, workspaceSlug));
}
