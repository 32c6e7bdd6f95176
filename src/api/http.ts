import * as v from 'valibot';
import { parseResponseBody, type ResponseBody, readMediaType } from '../rules/body.ts';
import { offlineSentence } from '../rules/requests.ts';
import { ApiError, type ApiResponse, readRequestId, requireOwnApiSuccess } from './errors.ts';

export type ApiRequest = {
  method?: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Below `/api`, with encoded values. */
  path: string;
  body?: unknown;
  /** Public ID of the session, which our server requires for everything but GET. */
  sessionId?: string | null;
  etag?: string | null;
  timeoutMs?: number;
  signal?: AbortSignal;
};

/** Whose request it is. A dialog keeps the session under which it was opened. */
export type Caller = { workspace: string; sessionId: string };

/** Asks our server to change something in the workspace. `parts` are those of the path, not encoded. */
export function postToWorkspace<Schema extends v.GenericSchema>(
  schema: Schema,
  { workspace, sessionId }: Caller,
  parts: readonly string[],
  body: unknown = {},
): Promise<v.InferOutput<Schema>> {
  return callApi(schema, { method: 'POST', path: workspacePath(workspace, ...parts), body, sessionId });
}

export function workspacePath(workspace: string, ...parts: readonly string[]): string {
  return `/workspaces/${[workspace, ...parts].map(encodeURIComponent).join('/')}`;
}

export const noResult = v.undefined();

/** Sends a request to a resource of our own server. Throws ApiError; a refusal has its code and its sentence. */
export async function callApi<Schema extends v.GenericSchema>(
  schema: Schema,
  request: ApiRequest,
): Promise<v.InferOutput<Schema>> {
  return decode(schema, await sendRequest(request));
}

export function decode<Schema extends v.GenericSchema>(
  schema: Schema,
  response: ApiResponse,
): v.InferOutput<Schema> {
  requireOwnApiSuccess(response);
  const { status, headers, body } = response;
  const result = v.safeParse(schema, body.kind === 'json' ? body.value : undefined);
  if (result.success) return result.output;
  // A newer server may send what this page can't read.
  const message = "The console's server sent something that this page can't read. Reload the page.";
  throw new ApiError({ kind: 'other', message, status, requestId: readRequestId(headers) });
}

const defaultTimeoutMs = 35_000;

/** The only requests of our code. Any status is a response. Throws ApiError, or what `signal` throws. */
export async function sendRequest(request: ApiRequest): Promise<ApiResponse> {
  const { path, signal, timeoutMs = defaultTimeoutMs } = request;
  const timeout = AbortSignal.timeout(timeoutMs);
  let response: Response | null = null;
  try {
    const anySignal = signal ? AbortSignal.any([signal, timeout]) : timeout;
    response = await fetch(`/api${path}`, { ...toInit(request), signal: anySignal });
    return toApiResponse(response, await readText(response));
  } catch (error) {
    if (signal?.aborted || error instanceof ApiError) throw error;
    // What is read is read again when the browser is online.
    const isTransient = globalThis.navigator?.onLine !== false;
    let message = isTransient
      ? "Couldn't reach the console's server. Check your connection."
      : offlineSentence;
    if (response !== null) message = `The response (HTTP ${response.status}) was cut off.`;
    if (timeout.aborted)
      message = `The console's server didn't respond within ${Math.round(timeoutMs / 1000)} seconds.`;
    throw new ApiError({ kind: 'unreachable', message, isTransient });
  }
}

function toInit({ method = 'GET', body, sessionId, etag }: ApiRequest): RequestInit {
  return {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(sessionId && { 'console-session': sessionId }),
      ...(etag && { 'if-none-match': etag }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    cache: 'no-store',
    credentials: 'same-origin',
    redirect: 'manual',
    referrerPolicy: 'no-referrer',
  };
}

function toApiResponse(response: Response, text: string): ApiResponse {
  const { status, statusText, headers } = response;
  const body = parseResponseBody(readMediaType(headers.get('content-type')), text);
  return { status, statusText, headers, body, isFromProxy: isFromProxyInFront(response, body) };
}

/** Our server sends no redirect and no HTML page below `/api`, and never passes on `WWW-Authenticate`. */
function isFromProxyInFront({ status, headers }: Response, body: ResponseBody): boolean {
  const isRedirect = status === 0 || (status >= 301 && status <= 308 && status !== 304);
  return isRedirect || body.kind === 'html' || (status === 401 && headers.has('www-authenticate'));
}

const maxBytes = 64 * 1024 * 1024;

/** Rejects if the body is cut off. Stops after `maxBytes`, because an endless body would fill the memory. */
async function readText({ body, status }: Response): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; bytes <= maxBytes; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    text += decoder.decode(value, { stream: true });
  }
  reader.cancel().catch(() => undefined);
  const message = `The response (HTTP ${status}) is too large to read.`;
  throw new ApiError({ kind: 'other', message, status });
}
