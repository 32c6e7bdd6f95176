import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { addAbortSignal, Readable } from 'node:stream';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { createSandbox, type Sandbox } from '../../sandbox/app.ts';
import type { Settings } from '../settings.ts';

/** `path` is below the base URL, with encoded values. */
export type ServiceCall = {
  method: 'GET' | 'DELETE';
  path: string;
  token: string;
  requestId: string;
  idempotencyKey?: string;
};

export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** A cut-off body with a length or chunks emits an error. */
export type ServiceResponse = {
  status: number;
  statusText: string;
  headers: ResponseHeaders;
  body: Readable;
};

type CallOptions = {
  signal: AbortSignal;
  /** Called when the connection stands. No byte of the request leaves before it resolves, or if it rejects. */
  beforeBytes?: () => Promise<void>;
};

/** Resolves with a response of any status before its body, and rejects without one. */
export type ServiceClient = (call: ServiceCall, options: CallOptions) => Promise<ServiceResponse>;

/** Nothing was sent to the service. */
class ConnectionError extends Error {}

/** Limits the headers of a request to us, and of a service's response. */
export const maxHeaderBytes = 65_536;
/** Shorter than the idle time of most servers (5 s and more), so that a read rarely meets a closed connection. */
const maxIdleMs = 4_000;

export function createServiceClient({ service }: Pick<Settings, 'service'>): ServiceClient {
  return service.kind === 'remote'
    ? createRemoteClient(service.url, service.proxy)
    : createSandboxClient(createSandbox(service));
}

function createRemoteClient(serviceUrl: string, proxy: URL | null): ServiceClient {
  const base = new URL(serviceUrl);
  const isTls = base.protocol === 'https:';
  const { request, Agent } = isTls ? https : http;
  const createAgent = (keepAlive: boolean) => {
    // A service with several addresses may take longer than Node's limit to accept a connection.
    const options = { keepAlive, timeout: maxIdleMs, autoSelectFamilyAttemptTimeout: 2_000 };
    if (proxy === null) return new Agent(options);
    const agent = new HttpsProxyAgent(proxy, options);
    // Its constructor drops the option.
    agent.options.timeout = maxIdleMs;
    return agent;
  };
  // A new connection for each DELETE: the service may close a kept one, and the result would be unknown.
  const agents = { GET: createAgent(true), DELETE: createAgent(false) };
  const basePath = base.pathname.replace(/\/$/, '');

  return (call, { signal, beforeBytes }) =>
    new Promise((resolve, reject) => {
      const outgoing = request(base, {
        method: call.method,
        path: basePath + call.path,
        headers: createHeaders(call),
        agent: agents[call.method],
        maxHeaderSize: maxHeaderBytes,
        signal,
      });
      const fail = (message: string) => void outgoing.destroy(new ConnectionError(message));
      // While it waits for the outbound proxy, the request itself would not report the abort.
      signal.addEventListener('abort', () => reject(signal.reason));
      // After a refusal, the agent would present the proxy's response as the service's.
      outgoing.once('proxyConnect', ({ statusCode }: { statusCode: number }) => {
        if (statusCode !== 200) fail(`The outbound proxy didn't connect to the service (${statusCode}).`);
      });
      outgoing.once('socket', (socket) => {
        if (beforeBytes === undefined || outgoing.destroyed) return;
        const sendBytes = () =>
          beforeBytes().then(
            () => outgoing.end(),
            (error) => outgoing.destroy(error),
          );
        // Not `connecting`, which is already false after an immediate failure, such as EMFILE.
        if (isTls || socket.pending) socket.once(isTls ? 'secureConnect' : 'connect', sendBytes);
        else void sendBytes();
      });
      outgoing.once('response', (incoming) => {
        if (!outgoing.writableEnded) return fail('The service responded before the request.');
        const body = addAbortSignal(signal, incoming).on('error', doNothing);
        const { statusCode: status = 0, statusMessage: statusText = '', headers } = incoming;
        resolve({ status, statusText, headers, body });
      });
      // Without this listener, Node reports neither a response nor an error for a 101 with `Upgrade`.
      outgoing.once('upgrade', (_, socket) =>
        resolve({ status: 101, statusText: '', headers: {}, body: socket.on('error', doNothing) }),
      );
      outgoing.on('error', reject);
      // Node sends the headers with `end`, so nothing leaves before.
      if (beforeBytes === undefined) outgoing.end();
    });
}

function createHeaders({ token, requestId, idempotencyKey }: ServiceCall): Record<string, string> {
  return {
    accept: 'application/json',
    // An answer in an unknown coding would prove nothing, even if the DELETE worked.
    'accept-encoding': 'identity',
    authorization: `Bearer ${token}`,
    'cache-control': 'no-cache',
    'x-request-id': requestId,
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  };
}

export function createSandboxClient(sandbox: Sandbox): ServiceClient {
  return async (call, { signal, beforeBytes }) => {
    const { method, path } = call;
    const request = new Request(`http://sandbox.invalid${path}`, {
      method,
      headers: createHeaders(call),
      signal,
    });
    const rejectOnAbort = once(signal, 'abort').then(() => Promise.reject(signal.reason));
    await beforeBytes?.();
    const response = await Promise.race([sandbox.fetch(request), rejectOnAbort]);
    // The sandbox ignores the signal after it has responded.
    const body = addAbortSignal(signal, Readable.from(response.body ?? [])).on('error', doNothing);
    const { status } = response;
    const headers = Object.fromEntries(response.headers);
    return { status, statusText: http.STATUS_CODES[status] ?? '', headers, body };
  };
}

function doNothing(): void {}

export function describeConnectionFailure(error: unknown, isConnected = false): string {
  if (error instanceof ConnectionError) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code.startsWith('HPE_')) return 'The service sent a malformed response.';
  if (code === 'ECONNRESET' || code === 'EPIPE')
    return `The connection to the service closed without a response (${code}).`;
  const failure = isConnected ? 'The connection to the service failed' : 'The service could not be reached';
  return `${failure}${code && ` (${code})`}.`;
}
