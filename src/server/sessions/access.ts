import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonObject, readErrorMessage } from '../../rules/body.ts';
import { buildServicePath, operations } from '../../rules/pathValues.ts';
import type { EpochMs } from '../../rules/time.ts';
import type { ServiceCall, ServiceClient, ServiceHeaders } from '../service/client.ts';
import { isDocumentedNotFound } from '../service/deleteProof.ts';
import {
  decodeBody,
  describeConnectionFailure,
  findReadProblem,
  getHeader,
  readBody,
} from '../service/response.ts';
import type { SessionStore, SessionToken, StoredSession } from './sessionStore.ts';

export type Access = {
  /** The request's time, by the one clock. */
  requestedAt: number;
  sessionId: string;
  workspace: string;
  actor: string;
  token: string;
  /** All of the session. None of them is stored, logged or shown. */
  tokens: readonly string[];
};

/** `refused`: 401, 403 or 404. `failed`: the service couldn't be asked, so nothing is known about the token. */
export type AccessProof = {
  kind: 'proven' | 'refused' | 'failed';
  status: number;
  message: string;
  /** The wait that the service asks for. A date belongs to its clock, which our response doesn't have. */
  headers: { 'retry-after'?: string };
};
export type ProveAccess = (workspace: string, token: string, requestId: string) => Promise<AccessProof>;

/** `denied` is a 403, or a 404 that may not be about the workspace. It decides only if every operation says so. */
type OperationAnswer = Omit<AccessProof, 'kind'> & { kind: AccessProof['kind'] | 'denied' };

/** The service has so long (ms) for each of three operations. Our answer may take 30 s. */
const defaultAnswerMs = 10_000;

/** Several operations, so that one that fails keeps nobody out. @throws PathValueError, or an error of the database */
export function createProveAccess(
  service: ServiceClient,
  listPaths: (workspace: string) => Promise<readonly string[]>,
  answerMs = defaultAnswerMs,
): ProveAccess {
  return async function proveAccess(workspaceSlug, token, requestId) {
    const templates = [operations.listRegions, operations.listSubscriptionHistory];
    const paths = templates.map((template) => buildServicePath(template, { workspaceSlug }));
    const answers: OperationAnswer[] = [];
    for (const path of [...paths, ...(await listPaths(workspaceSlug)).slice(0, 1)]) {
      const call: ServiceCall = { method: 'GET', path, token, requestId };
      const { kind, ...answer } = await ask(service, call, AbortSignal.timeout(answerMs));
      if (kind === 'proven' || kind === 'refused') return { kind, ...answer };
      answers.push({ kind, ...answer });
    }
    const failure = answers.find(({ kind }) => kind === 'failed');
    const answer = failure ?? answers[0] ?? toAnswer(502, 'The service was not asked.', {});
    return { ...answer, kind: failure === undefined ? 'refused' : 'failed' };
  };
}

const maxBodyBytes = 65_536;

/** Never rejects. */
async function ask(service: ServiceClient, call: ServiceCall, signal: AbortSignal): Promise<OperationAnswer> {
  try {
    const response = await service(call, { signal });
    const { status, statusText, headers } = response;
    const problem = findReadProblem(response);
    if (problem !== null) {
      response.body.destroy();
      return toAnswer(problem.status, problem.message, headers);
    }
    const received = await readBody(response.body, maxBodyBytes, signal);
    const body = decodeBody({ ...response, ...received }, [call.token]);
    const object = body.kind === 'json' && isJsonObject(body.value) ? body.value : null;
    const message = readErrorMessage(body) ?? `The service responded with HTTP ${status}.`;
    // Gateways return HTML pages and errors with HTTP 200.
    const isError = body.kind === 'html' || Number(object?.statusCode) >= 400;
    if (status <= 299 && isError) return toAnswer(502, message, headers);
    const isDecisive =
      status === 401 || (status === 404 && object !== null && isDocumentedNotFound(object, 404, statusText));
    const answer = toAnswer(status, message, headers);
    return isDecisive ? { ...answer, kind: 'refused' } : answer;
  } catch (error) {
    if (signal.aborted) return toAnswer(504, "The service didn't respond in time.", {});
    return toAnswer(502, describeConnectionFailure(error), {});
  }
}

function toAnswer(status: number, message: string, serviceHeaders: ServiceHeaders): OperationAnswer {
  const isDenied = status === 403 || status === 404;
  const wait = getHeader(serviceHeaders, 'retry-after') ?? '';
  const headers = /^\d+$/.test(wait) ? { 'retry-after': wait } : {};
  return { kind: status <= 299 ? 'proven' : isDenied ? 'denied' : 'failed', status, message, headers };
}

/** Ages (ms) of a proof: after the first it is renewed, and after the second it is worth nothing. */
const renewalAgeMs = 15 * 60 * 1000;
const maxProofAgeMs = 24 * 60 * 60 * 1000;
/** If the service needs longer (ms), an older proof is enough for now. */
const patienceMs = 5_000;
/** After a failure, the service isn't asked again for so long (ms), unless no proof is left. */
const pauseMs = 30_000;

/** The service doesn't guard our log, so ask it again if a token has the right to its workspace. The answer that takes it away, or null. */
export function createAccessCheck(store: SessionStore, proveAccess: ProveAccess, now: () => EpochMs) {
  /** One request for all that wait for the same answer. One that failed stays for a while, if an older proof is enough. */
  const renewals = new Map<string, Promise<AccessProof>>();

  async function renew(session: StoredSession, { workspace, token }: SessionToken, requestId: string) {
    const proof = await proveAccess(workspace, token, requestId);
    if (proof.kind === 'proven') await store.storeProof(session, workspace);
    if (proof.kind === 'refused') await store.removeToken({ sessionId: session.id, workspace });
    return proof;
  }

  return async function findLostAccess(
    session: StoredSession,
    token: SessionToken,
    requestId: string,
  ): Promise<AccessProof | null> {
    const ageMs = now() - token.provenAt;
    if (ageMs < renewalAgeMs) return null;
    const isEnough = ageMs <= maxProofAgeMs;
    const key = JSON.stringify([session.id, token.workspace, isEnough]);
    let renewal = renewals.get(key);
    if (renewal === undefined) {
      renewal = renew(session, token, requestId);
      renewals.set(key, renewal);
      const forget = () => renewals.delete(key);
      renewal.then(({ kind }) => {
        if (kind === 'failed' && isEnough) setTimeout(forget, pauseMs).unref();
        else forget();
      }, forget);
    }
    const proof = await (isEnough
      ? Promise.race([renewal, sleep(patienceMs, null, { ref: false })])
      : renewal);
    if (proof === null || proof.kind === 'proven') return null;
    return isEnough && proof.kind === 'failed' ? null : proof;
  };
}
