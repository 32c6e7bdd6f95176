import type { UpstreamAnswer } from './Upstream.ts';

export type Screened =
  | {
      pass: true;
      /** Names and values in turn. */
      headers: readonly string[];
      /** The service's own request id, where it gave a well-formed one. */
      requestId: string | null;
      /** Bytes of the body as announced, null where they were not. */
      length: number | null;
    }
  | { pass: false; status: number; message: string };

/**
 * Judges the head of a service's answer: which headers the browser may see, or what it is told instead. Cookies and
 * hop-by-hop headers never pass. A redirect or a web page never passes either, but a status from 400 up keeps its
 * number: it tells the browser that a delete was refused. 404 and 410 do not: a page of something in between is no word
 * about what is there.
 */
export function screenAnswer({ status, headers }: Pick<UpstreamAnswer, 'status' | 'headers'>): Screened {
  if (status < 200 || (status >= 300 && status < 400))
    return { pass: false, status: 502, message: `The service answered with a redirect (${status}).` };
  if (webPage.test(String(headers['content-type'] ?? '')))
    return {
      pass: false,
      status: status < 400 || status === 404 || status === 410 ? 502 : status,
      message: `The service answered ${status} with a web page instead of JSON.`,
    };
  const passed: string[] = [];
  for (const name of passedHeaders) {
    const value = headers[name];
    if (typeof value === 'string') passed.push(name, value);
  }
  const id = headers['x-request-id'];
  const requestId = typeof id === 'string' && wellFormedId.test(id) ? id : null;
  const length = headers['content-length'];
  if (typeof length !== 'string' || status === 204 || status === 205)
    return { pass: true, headers: passed, requestId, length: null };
  passed.push('content-length', length);
  return { pass: true, headers: passed, requestId, length: Number(length) };
}

const webPage = /^\s*(?:text\/html|application\/xhtml\+xml)/i;
const wellFormedId = /^[\w.:-]{1,128}$/;
const passedHeaders = ['content-type', 'content-encoding', 'retry-after'];
