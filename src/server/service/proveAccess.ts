import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonObject, readMessage } from '../../rules/body.ts';
import { buildServicePath, operations } from '../../rules/pathValues.ts';
import type { Settings } from '../settings.ts';
import type { ServiceCall, ServiceClient, ServiceHeaders } from './client.ts';
import { isDocumentedNotFound } from './deleteProof.ts';
import { type BufferedResponse, createJsonResponse, findReadProblem, pickHeaders } from './responses.ts';
import { decodeBody, describeFailure, readBody, redactBody } from './serviceResponse.ts';

/** Each response is `{message, statusCode, code: 'service'}` with the service's own message. */
export type AccessProof =
  | { kind: 'proven' }
  /** 401, 403 or 404: the token has no right to this workspace. */
  | { kind: 'refused'; response: BufferedResponse }
  /** The service couldn't be asked, so nothing is known about the token. */
  | { kind: 'failed'; response: BufferedResponse };

/** `denied` is a 403, or a 404 that may not be about the workspace. It decides only if every operation says so. */
type Answer = { kind: AccessProof['kind'] | 'denied'; response: BufferedResponse };

/** Time (ms) for the whole proof, and after which the next operation is asked although the last one is silent. */
const defaultLimits = { totalMs: 30_000, patienceMs: 4_000 };

/**
 * Asks for the regions, then the history, then the first list, because an operation that fails must not keep anybody out. Only a
 * 401, a 404 for the workspace, or a 403 of all of them does. Rejects only with PathValueError.
 */
export function createProveAccess(
  service: ServiceClient,
  settings: Pick<Settings, 'instancesPath' | 'databases'>,
  limits = defaultLimits,
): (workspace: string, token: string, requestId: string) => Promise<AccessProof> {
  return async function proveAccess(workspaceSlug, token, requestId) {
    const paths = listPaths(settings, workspaceSlug);
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => controller.abort(), limits.totalMs);
    const proof = await new Promise<AccessProof>((resolve) => {
      let isDecided = false;
      const decide = (answer: Answer | null) => {
        if (answer?.kind !== 'proven' && answer?.kind !== 'refused') return;
        isDecided = true;
        resolve({ kind: answer.kind, response: answer.response });
      };
      let previous: Promise<unknown> = Promise.resolve();
      const answers = paths.map((path) => {
        const call: ServiceCall = { method: 'GET', path, token, requestId };
        const answer = previous.then(() => (isDecided ? null : ask(service, call, signal)));
        void answer.then(decide);
        const patience = sleep(limits.patienceMs, null, { signal, ref: false }).catch(() => null);
        previous = Promise.race([answer, patience]);
        return answer;
      });
      void Promise.all(answers).then((all) => resolve(conclude(all.filter((answer) => answer !== null))));
    });
    clearTimeout(timer);
    controller.abort();
    return proof;
  };
}

function listPaths(
  { instancesPath, databases }: Pick<Settings, 'instancesPath' | 'databases'>,
  slug: string,
) {
  const templates: string[] = [operations.listRegions, operations.listSubscriptionHistory];
  const [databaseName = ''] = databases;
  if (instancesPath !== null && (databaseName !== '' || !instancesPath.includes('{databaseName}')))
    templates.push(instancesPath);
  return templates.map((template) => buildServicePath(template, { workspaceSlug: slug, databaseName }));
}

/** After no answer proved or refused the access. */
function conclude(answers: readonly Answer[]): AccessProof {
  const failure = answers.find(({ kind }) => kind === 'failed');
  const response = failure?.response ?? answers[0]?.response ?? toRefusal(502, 'The service was not asked.');
  return { kind: failure === undefined && answers.length > 0 ? 'refused' : 'failed', response };
}

const maxBodyBytes = 65_536;

/** Never rejects. */
async function ask(service: ServiceClient, call: ServiceCall, signal: AbortSignal): Promise<Answer> {
  try {
    const response = await service(call, { signal });
    const { status, statusText, headers } = response;
    const problem = findReadProblem(response);
    if (problem !== null) {
      response.body.destroy();
      return toAnswer(problem.status, problem.message, headers);
    }
    const received = await readBody(response.body, maxBodyBytes, signal);
    const body = redactBody(decodeBody(status, headers, received), call.token);
    const object = body.kind === 'json' && isJsonObject(body.value) ? body.value : null;
    const message = readMessage(body) ?? `The service responded with HTTP ${status}.`;
    // Gateways return HTML pages and errors with HTTP 200.
    const isError = body.kind === 'html' || Number(object?.statusCode) >= 400;
    if (status <= 299 && isError) return toAnswer(502, message, headers);
    const isDecisive =
      status === 401 || (status === 404 && object !== null && isDocumentedNotFound(object, 404, statusText));
    const answer = toAnswer(status, message, headers);
    return isDecisive ? { ...answer, kind: 'refused' } : answer;
  } catch (error) {
    if (signal.aborted) return toAnswer(504, "The service didn't respond in time.");
    return toAnswer(502, describeFailure(error));
  }
}

function toAnswer(status: number, message: string, headers: ServiceHeaders = {}): Answer {
  const isDenied = status === 403 || status === 404;
  const kind = status <= 299 ? 'proven' : isDenied ? 'denied' : 'failed';
  return {
    kind,
    response: toRefusal(status, message, pickHeaders(headers, ['retry-after', 'x-request-id'])),
  };
}

function toRefusal(
  statusCode: number,
  message: string,
  headers: Record<string, string> = {},
): BufferedResponse {
  return createJsonResponse({ message, statusCode, code: 'service' }, statusCode, headers);
}
