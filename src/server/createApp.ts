import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerJson } from './answerJson.ts';
import type { ServiceApi } from './createServiceApi.ts';
import type { StaticFiles } from './createStaticFiles.ts';
import type { Exchange } from './Exchange.ts';
import { hasBody } from './hasBody.ts';
import { refuse } from './refuse.ts';
import { requestIdOf } from './requestIdOf.ts';
import { requestLine } from './requestLine.ts';

export type AppOptions = {
  api: ServiceApi;
  /** What `/config.json` answers. */
  config: unknown;
  serveStatic: StaticFiles;
  /** Takes one line a request, without a line end. */
  log: (line: string) => void;
};

/**
 * Builds the handler of every request: /healthz, /config.json, /api, the client, one line of log. It never throws;
 * what goes wrong inside is answered with 500 {message, statusCode}.
 */
export function createApp(options: AppOptions): (request: IncomingMessage, response: ServerResponse) => void {
  return function answer(request, response) {
    const began = performance.now();
    const { socket } = request;
    const bytesBefore = socket.bytesWritten;
    const exchange: Exchange = {
      request,
      response,
      requestId: requestIdOf(request),
      route: '/*',
      provenPath: null,
    };
    // A body nobody reads would keep the connection busy for as long as somebody sends it.
    if (hasBody(request)) response.setHeader('Connection', 'close');
    request.on('error', ignore);
    response.on('error', ignore);

    let cut = false;
    let left = 2;
    function finish(): void {
      left -= 1;
      if (left > 0) return;
      const { method = '' } = request;
      const { statusCode } = response;
      const isProven = statusCode >= 200 && statusCode < 300 && exchange.provenPath !== null;
      const path = isProven ? (exchange.provenPath ?? '') : exchange.route;
      const ms = performance.now() - began;
      const bytes = socket.bytesWritten - bytesBefore;
      const facts = { method, path, status: statusCode, ms, bytes, cut };
      options.log(requestLine({ ...facts, requestId: exchange.requestId, secrets: secretsOf(request) }));
    }
    response.once('close', () => {
      cut = !response.writableFinished;
      finish();
    });
    route(options, exchange)
      .catch((error: unknown) => {
        process.stderr.write(`Request ${exchange.requestId} failed: ${causeOf(error)}\n`);
        if (response.headersSent) response.destroy();
        else refuse(exchange, 500, 'This server failed. Whether the service was reached is not known.');
      })
      .then(finish);
  };
}

async function route({ api, config, serveStatic }: AppOptions, exchange: Exchange): Promise<void> {
  const { method, url: target = '' } = exchange.request;
  if (!target.startsWith('/')) return refuse(exchange, 400, 'The request target must be a path.');
  const [path = ''] = target.split('?', 1);
  if (path === '/api' || path.startsWith('/api/')) return api.handle(exchange, target.slice('/api'.length));
  const own = path === '/config.json' ? config : path === '/healthz' ? { status: 'ok' } : undefined;
  if (own === undefined) return serveStatic(exchange, path);
  exchange.route = path;
  if (method === 'GET' || method === 'HEAD') answerJson(exchange, 200, own);
  else refuse(exchange, 405, 'This path takes GET, HEAD.', ['Allow', 'GET, HEAD']);
}

function ignore(): void {}

function secretsOf({ headers }: IncomingMessage): string[] {
  const token = headers.authorization?.replace(/^bearer +/i, '').trim() ?? '';
  return token.length >= 8 ? [token] : [];
}

function causeOf(error: unknown): string {
  return error instanceof Error
    ? `${error.name} ${'code' in error ? String(error.code) : ''}`.trim()
    : 'unknown';
}
