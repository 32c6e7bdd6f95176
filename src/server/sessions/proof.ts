import { type ResponseBody, readErrorMessage } from '../../rules/body.ts';
import { buildServicePath, operationPaths } from '../../rules/pathValues.ts';
import type { ListedDatabases } from '../listedDatabases.ts';
import { RefusalError } from '../refusal.ts';
import { describeConnectionFailure, type ServiceCall, type ServiceClient } from '../service/client.ts';
import {
  decodeBody,
  isDocumentedNotFound,
  isForeign401,
  type ReceivedResponse,
  readBody,
} from '../service/response.ts';

type Question = Pick<ServiceCall, 'token' | 'requestId'> & { workspace: string };

/** A longer JSON body counts as a list if it begins like one. */
const maxBodyBytes = 65_536;

/** @throws RefusalError: 401, 403 (also for an unclear 404), 404, 429, 502 or 504. @param endsAt by `performance.now()` */
export type ProveAccess = (question: Question, endsAt: number) => Promise<void>;

/** @param operationMs per operation, so that one without an answer can leave time for the next */
export function createProveAccess(
  service: ServiceClient,
  databases: Pick<ListedDatabases, 'listFirstPaths'>,
  operationMs = 20_000,
): ProveAccess {
  /** Null if the answer proves access. After all but 401 and 404, a different operation may. */
  async function ask(call: ServiceCall, endsAt: number): Promise<RefusalError | null> {
    const leftMs = Math.max(1, Math.ceil(endsAt - performance.now()));
    // In `AbortSignal.any`, a timeout may never come: https://github.com/nodejs/node/issues/57736
    const signal = AbortSignal.timeout(Math.min(operationMs, leftMs));
    try {
      const received = await readBody(await service(call, { signal }), maxBodyBytes, signal);
      if (!signal.aborted) return judge(received, call.token);
    } catch (error) {
      if (!signal.aborted) return toError(502, describeConnectionFailure(error));
    }
    return toError(504, "The service didn't respond in time.");
  }

  return async function proveAccess({ workspace, ...call }, endsAt) {
    const history = buildServicePath(operationPaths.listSubscriptionHistory, { workspaceSlug: workspace });
    const regions = buildServicePath(operationPaths.listRegions, { workspaceSlug: workspace });
    const [firstList = history] = await databases.listFirstPaths(workspace);
    const errors: RefusalError[] = [];
    // One request after the other, because some services block a client after a few refusals.
    for (const path of new Set([history, firstList, regions])) {
      // Many services show the same regions to everybody, so these don't count after a denial.
      if (path === regions && errors.some((error) => error instanceof DenialError)) continue;
      // A timer may be 1 ms early.
      if (errors.length > 0 && performance.now() > endsAt - 2) break;
      const error = await ask({ method: 'GET', path, ...call }, endsAt);
      if (error === null) return;
      if (error.status === 401 || error.status === 404) throw error;
      errors.push(error);
    }
    throw errors.find(({ status }) => status !== 403) ?? errors[0];
  };
}

/** Only a list in a 2xx is a proof. Some maintenance pages and gateways answer everything with 200. */
function judge(response: ReceivedResponse, token: string): RefusalError | null {
  const { status, statusText } = response;
  const body = decodeBody(response, token);
  const isSuccess = status <= 299;
  if (isSuccess && isList(body, response)) return null;
  const unexpected = `The service responded with HTTP ${status}${isSuccess ? ', but without a list' : ''}.`;
  const message = readErrorMessage(body) ?? unexpected;
  if (status === 404 && isDocumentedNotFound(body, status, statusText))
    return new RefusalError('service', message, 404);
  // A 401 of something in front of the service is like a redirect to a login.
  return toError(isForeign401(response, body) ? 302 : status, message);
}

function isList(body: ResponseBody, { bytes }: ReceivedResponse): boolean {
  if (body.kind === 'json') return body.label === 'json' && Array.isArray(body.value);
  const isLong = body.kind === 'incomplete' && body.problem === 'too-large' && body.label === 'json';
  return isLong && /^\s*\[/.test(`${bytes}`);
}

class DenialError extends RefusalError {}

/** Some services also refuse with a 200. */
function toError(status: number, message: string): RefusalError {
  if (status < 500 && ![204, 401, 408, 429].includes(status))
    return new DenialError('service', message, status === 403 || status === 404 ? 403 : 502);
  return new RefusalError('service', message, [401, 429, 504].includes(status) ? status : 502);
}
