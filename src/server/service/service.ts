import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { addAbortSignal, Readable } from 'node:stream';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { withoutTrailingSlashes } from '../../config.ts';
import { createSandbox, type Sandbox } from '../../sandbox/app.ts';
import { maxHeaderBytes, type Settings } from '../settings.ts';

/** `path` is the raw path below the base URL and is sent unchanged. */
export type ServiceCall = { method: 'GET' | 'DELETE'; path: string; headers: Record<string, string> };

export type ServiceHeaders = Record<string, string | string[] | undefined>;

/** A body that is cut off emits an error, so a body that ends is complete. */
export type RawServiceResponse = { statusCode: number; headers: ServiceHeaders; body: Readable };

/** Resolves with the headers. The signal also cancels the body. `onSent` precedes the first byte sent. */
export type ServiceClient = (
  call: ServiceCall,
  signal: AbortSignal,
  onSent?: () => void,
) => Promise<RawServiceResponse>;

/** The outbound proxy refused to connect, so no request was sent. */
export class OutboundProxyError extends Error {}

export function createServiceClient({ service }: Pick<Settings, 'service'>): ServiceClient {
  return service.kind === 'remote'
    ? createRemoteClient(service.url, service.proxy)
    : createSandboxClient(createSandbox(service));
}

/** `fetch` would normalize the path, and undici fails on an unexpected `100 Continue`. */
function createRemoteClient(serviceUrl: string, proxy: URL | null): ServiceClient {
  const base = new URL(serviceUrl);
  const isTls = base.protocol === 'https:';
  const { request, Agent } = isTls ? https : http;
  const createAgent = (keepAlive: boolean) => {
    // A service with several addresses may take longer than Node's 250 ms to accept a connection.
    const options = { keepAlive, autoSelectFamilyAttemptTimeout: 2_000 };
    return proxy === null ? new Agent(options) : new HttpsProxyAgent(proxy, options);
  };
  // A new connection for each DELETE: the service may close a reused one, and the result would be unknown.
  const agents = { GET: createAgent(true), DELETE: createAgent(false) };
  const basePath = withoutTrailingSlashes(base.pathname);

  return function send(call, signal, onSent) {
    const { method, headers } = call;
    return new Promise((resolve, reject) => {
      const outgoing = request(base, {
        ...{ method, headers, signal, path: basePath + call.path, agent: agents[method] },
        maxHeaderSize: maxHeaderBytes,
      });
      let hasResponseBegun = false;
      // A request that waits for the outbound proxy would report the abort only when it gets a connection.
      signal.addEventListener('abort', () => reject(signal.reason));
      // After a refusal, the agent would present the response of the proxy as the response of the service.
      outgoing.once('proxyConnect', ({ statusCode }: { statusCode: number }) => {
        if (statusCode !== 200) outgoing.destroy(new OutboundProxyError(`${statusCode}`));
      });
      outgoing.once('socket', (socket) => {
        socket.once('data', () => {
          hasResponseBegun = true;
        });
        if (onSent === undefined || outgoing.destroyed) return;
        if (isTls || socket.connecting) socket.once(isTls ? 'secureConnect' : 'connect', onSent);
        else onSent();
      });
      outgoing.once('response', (incoming) => {
        const body = addAbortSignal(signal, incoming).on('error', doNothing);
        resolve({ statusCode: incoming.statusCode ?? 0, headers: incoming.headers, body });
      });
      // Without this listener, Node reports neither a response nor an error for the status 101.
      outgoing.once('upgrade', (_, socket) => resolve({ statusCode: 101, headers: {}, body: socket }));
      outgoing.on('error', (error) => {
        const isReset = /^(?:ECONNRESET|EPIPE)$/.test(getErrorCode(error));
        // A connection that was closed while idle delivers no byte. A reset in the middle of a body ends here, too.
        const isStale = outgoing.reusedSocket && isReset && !hasResponseBegun;
        // Only reads reuse connections, so repeating the call is safe. After a first result, `resolve` would leave
        // the rejection of the second call unhandled, which ends the process.
        if (isStale && !signal.aborted) send(call, signal, onSent).then(resolve, reject);
        else reject(error);
      });
      outgoing.end();
    });
  };
}

export function createSandboxClient(sandbox: Pick<Sandbox, 'fetch'>): ServiceClient {
  return async ({ method, path, headers }, signal, onSent = doNothing) => {
    const request = new Request(`http://sandbox.invalid${path}`, { method, headers, signal });
    const rejectOnAbort = once(signal, 'abort').then(() => Promise.reject(signal.reason));
    onSent();
    const response = await Promise.race([sandbox.fetch(request), rejectOnAbort]);
    // Cancel the body here, because the sandbox ignores the signal after it has responded.
    const body = addAbortSignal(signal, Readable.from(response.body ?? [])).on('error', doNothing);
    return { statusCode: response.status, headers: Object.fromEntries(response.headers), body };
  };
}

function doNothing(): void {}

export function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
