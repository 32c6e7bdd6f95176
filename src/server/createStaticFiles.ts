import { acceptedEncodings } from './acceptedEncodings.ts';
import { beginAnswer } from './beginAnswer.ts';
import type { Exchange } from './Exchange.ts';
import { readStaticFiles, type StaticFile } from './readStaticFiles.ts';

export type StaticFiles = (exchange: Exchange, path: string) => void;

/**
 * Serves a built client from memory: files as they are (brotli, gzip, plain), the page itself for every address of
 * the console, and 404 for a file that is not there. Answers GET and HEAD. No path ever meets the file system.
 * @param clientDir directory of the build, read once
 */
export function createStaticFiles(clientDir: string): StaticFiles {
  const files = readStaticFiles(clientDir);

  return function serveStatic(exchange, path) {
    const { method } = exchange.request;
    if (method !== 'GET' && method !== 'HEAD')
      return plain(exchange, 405, 'Method not allowed', ['Allow', 'GET, HEAD']);
    if (files.has(path) || path === '/') exchange.route = path;
    const file = files.get(path) ?? (isConsoleAddress(path) ? files.get('/index.html') : undefined);
    if (file === undefined) plain(exchange, 404, 'Not found');
    else serve(exchange, file);
  };
}

function serve(exchange: Exchange, file: StaticFile): void {
  const { headers } = exchange.request;
  if (headers['if-none-match'] === file.etag) {
    beginAnswer(exchange, 304, ['ETag', file.etag, 'Vary', 'Accept-Encoding'], file.cacheControl);
    exchange.response.end();
    return;
  }
  const encoding = acceptedEncodings(headers['accept-encoding']).find((name) => file.bodies[name]);
  const body = (encoding && file.bodies[encoding]) ?? file.plain;
  const own = ['Content-Type', file.contentType, 'Content-Length', `${body.length}`, 'ETag', file.etag];
  own.push('Vary', 'Accept-Encoding');
  if (encoding) own.push('Content-Encoding', encoding);
  beginAnswer(exchange, 200, own, file.cacheControl);
  exchange.response.end(body);
}

/** What is no file may still be an address of the console: anything but a climb, an asset or a file name. */
function isConsoleAddress(path: string): boolean {
  if (/\/\/|\\|\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path)) return false;
  return path.startsWith('/workspaces/') || !(path.startsWith('/assets/') || /\.[^/]*$/.test(path));
}

function plain(exchange: Exchange, status: number, text: string, own: readonly string[] = []): void {
  const head = ['Content-Type', 'text/plain; charset=utf-8', 'Content-Length', `${text.length}`, ...own];
  beginAnswer(exchange, status, head);
  exchange.response.end(text);
}
