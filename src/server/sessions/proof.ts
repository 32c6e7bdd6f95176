import { isJsonObject, readErrorMessage, readMediaType } from '../../rules/body.ts';
import { buildServicePath, operations } from '../../rules/pathValues.ts';
import { RefusalError } from '../refusal.ts';
import type { ServiceCall, ServiceClient, ServiceHeaders } from '../service/client.ts';
import { isDocumentedNotFound } from '../service/deleteProof.ts';
import {
  decodeBody,
  describeConnectionFailure,
  findReadProblem,
  getHeader,
  type ReceivedResponse,
  readBody,
} from '../service/response.ts';

type Question = Pick<ServiceCall, 'token' | 'requestId'> & { workspace: string };

/** Why an answer proves nothing. `refused` decides alone, `denied` only if the other operations say so, too. */
type Problem = { kind: 'refused' | 'denied' | 'failed'; error: RefusalError };

/** The lists of instances at the service. */
type ListPaths = (workspace: string) => Promise<readonly string[]>;

/** Of a longer list, only the first byte is looked at. */
const maxBodyBytes = 65_536;

/** Asks the service if a token has the right to a workspace. */
export class AccessProof {
  readonly #service: ServiceClient;
  readonly #listPaths: ListPaths;
  readonly #operationMs: number;

  /** @param operationMs one operation that doesn't answer leaves time for the next one */
  constructor(service: ServiceClient, listPaths: ListPaths, operationMs = 20_000) {
    this.#service = service;
    this.#listPaths = listPaths;
    this.#operationMs = operationMs;
  }

  /**
   * Resolves if the token opens the workspace. One request after the other, because some services block a client after a few refusals.
   * @throws RefusalError with 401, 403 or 404 as the service's answer, or 502 or 504 if it can't be asked
   */
  async require({ workspace, ...call }: Question, signal: AbortSignal): Promise<void> {
    const workspaceSlug = workspace;
    const history = buildServicePath(operations.listSubscriptionHistory, { workspaceSlug });
    const regions = buildServicePath(operations.listRegions, { workspaceSlug });
    const [firstList = null] = await this.#listPaths(workspace);
    const problems: Problem[] = [];
    for (const path of [history, firstList, regions]) {
      // Many services show the same regions to everybody, so these don't count after a denial.
      const isDenied = problems.some(({ kind }) => kind === 'denied');
      if (path === null || (path === regions && isDenied)) continue;
      const problem = await this.#ask({ method: 'GET', path, ...call }, signal);
      if (problem === null) return;
      if (problem.kind === 'refused') throw problem.error;
      problems.push(problem);
    }
    const failure = problems.find(({ kind }) => kind === 'failed');
    throw failure?.error ?? new RefusalError('service', problems[0]?.error.message ?? '', 403);
  }

  /** Null if the answer proves the right. */
  async #ask(call: ServiceCall, outerSignal: AbortSignal): Promise<Problem | null> {
    const signal = AbortSignal.any([outerSignal, AbortSignal.timeout(this.#operationMs)]);
    try {
      const response = await this.#service(call, { signal });
      const problem = findReadProblem(response);
      if (problem !== null) {
        response.body.destroy();
        return toProblem(problem.status, problem.message, response.headers);
      }
      const received = await readBody(response, maxBodyBytes, signal);
      return signal.aborted ? late : judge(received, call.token);
    } catch (error) {
      return signal.aborted ? late : toProblem(502, describeConnectionFailure(error), {});
    }
  }
}

const late = toProblem(504, "The service didn't respond in time.", {});

/** Only a JSON array in a 2xx proves something. Maintenance pages and gateways answer everything with 200. */
function judge(response: ReceivedResponse, token: string): Problem | null {
  const { status, statusText, headers, bytes, problem } = response;
  const body = decodeBody(response, token);
  const isJson = /^(?:application|text)\/(?!problem)(?:[\w.-]+\+)?json$/.test(
    readMediaType(getHeader(headers, 'content-type')),
  );
  const isArray =
    body.kind === 'json' ? Array.isArray(body.value) : beginsWithBracket(bytes) && problem === 'too-large';
  if (status <= 299 && isJson && isArray) return null;
  const object = body.kind === 'json' && isJsonObject(body.value) ? body.value : null;
  const said = readErrorMessage(body);
  const unexpected = `The service responded with HTTP ${status}${status <= 299 ? ', but without a list' : ''}.`;
  const result = toProblem(status, said ?? unexpected, headers);
  const isUnknown = status === 404 && object !== null && isDocumentedNotFound(object, status, statusText);
  return isUnknown ? { ...result, kind: 'refused' } : result;
}

function beginsWithBracket(bytes: Uint8Array): boolean {
  return /^\s*\[/.test(Buffer.from(bytes.subarray(0, 100)).toString('latin1'));
}

function toProblem(status: number, message: string, headers: ServiceHeaders): Problem {
  if (status === 401) return { kind: 'refused', error: new RefusalError('service', message, 401) };
  if (status === 403 || status === 404)
    return { kind: 'denied', error: new RefusalError('service', message, status) };
  // The wait that the service asks for. A date belongs to its clock, which our response doesn't have.
  const wait = /^\d+$/.exec(getHeader(headers, 'retry-after') ?? '');
  const passed = status === 429 || status === 504 ? status : 502;
  const ownHeaders = wait === null ? {} : { 'retry-after': wait[0] };
  return { kind: 'failed', error: new RefusalError('service', message, passed, ownHeaders) };
}
