import type { Exchange } from './Exchange.ts';
import { securityHeaders } from './securityHeaders.ts';

/**
 * Writes the head of an answer: the headers that stand on every one, then its own. One flat list given at once,
 * because `setHeader` for each costs more than everything else a small answer needs.
 * @param own names and values in turn, without Cache-Control and X-Request-Id
 * @param cacheControl only files of the build may be kept
 */
export function beginAnswer(
  { response, requestId }: Exchange,
  status: number,
  own: readonly string[],
  cacheControl = 'no-store',
): void {
  response.writeHead(status, [...common, 'Cache-Control', cacheControl, 'X-Request-Id', requestId, ...own]);
}

const common = securityHeaders.flat();
