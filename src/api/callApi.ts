import * as v from 'valibot';
import { ServiceError } from './errors.ts';
import { type ApiRequest, sendRequest } from './http.ts';
import { type ServiceResponse, toResponseError } from './response.ts';

/** Sends a request to a resource of our own server. Throws ServiceError; a refusal has its code and its sentence. */
export async function callApi<Schema extends v.GenericSchema>(
  schema: Schema,
  request: ApiRequest,
): Promise<v.InferOutput<Schema>> {
  return decode(schema, await sendRequest(request));
}

/** For a response without a body. */
export async function callApiWithoutResult(request: ApiRequest): Promise<void> {
  const response = await sendRequest(request);
  if (response.isFromProxy || response.status < 200 || response.status > 299) throw toResponseError(response);
}

export function decode<Schema extends v.GenericSchema>(
  schema: Schema,
  response: ServiceResponse,
): v.InferOutput<Schema> {
  const { status, body, requestId } = response;
  if (response.isFromProxy || status < 200 || status > 299) throw toResponseError(response);
  const result = body.kind === 'json' ? v.safeParse(schema, body.value) : null;
  if (result?.success) return result.output;
  // A newer server may send what this page can't read.
  const message = "The console's server sent something that this page can't read. Reload the page.";
  throw new ServiceError({ kind: 'unreadable', message, status, requestId });
}
/** Path of a resource of a workspace on our own server. */
export function workspacePath(workspace: string, ...parts: readonly string[]): string {
  return `/workspaces/${[workspace, ...parts].map(encodeURIComponent).join('/')}`;
}
