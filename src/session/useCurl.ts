import { curlOf } from '../ui/copy.tsx';
import { useSession } from './useSession.ts';

/** Writes requests of this session as curl commands; the token stands as `$ACCESS_TOKEN`. */
export function useCurl(): (method: 'GET' | 'DELETE', path: string) => string {
  const { serviceUrl } = useSession().connection;
  const baseUrl = new URL(serviceUrl, window.location.origin).href;
  return (method, path) => curlOf(baseUrl, method, path);
}
