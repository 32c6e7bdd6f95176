import { isJsonObject, type ResponseBody, readErrorMessage } from '../../rules/body.ts';
import type { InstancePathValues } from '../../rules/deletion.ts';
import { decodeInstance, isSameWorkspace } from '../../rules/instanceRecord.ts';
import { blankOutcome, type OutcomeCode, type OutcomeJson } from '../../rules/outcome.ts';
import { buildServicePath, operations, PathValueError } from '../../rules/pathValues.ts';
import { defaultRetryAfterMs, parseRetryAfter } from '../../rules/responseHeaders.ts';
import { quoteValue, redactTokens, toShortLine } from '../../rules/text.ts';
import { type EpochMs, toIso } from '../../rules/time.ts';
import type { TimeLimits } from '../settings.ts';
import type { ServiceClient, ServiceHeaders } from './client.ts';
import {
  compareRecord,
  findFailureField,
  hasExpectedId,
  isDocumentedNotFound,
  isInstanceRecord,
} from './deleteProof.ts';
import {
  decodeBody,
  describeConnectionFailure,
  getHeader,
  hasNoBody,
  isFromService,
  type ReceivedResponse,
  readBody,
} from './response.ts';

export type DeleteCall = {
  target: InstancePathValues;
  /** That the admin saw. Null if it has none. */
  name: string | null;
  token: string;
  tokens: readonly string[];
  /** A different one for each item. */
  idempotencyKey: string;
  requestId: string;
  /** The last look, when the connection stands: why the request must not leave, as a sentence, or null. */
  findObstacle: () => Promise<string | null>;
};

export type DeleteResult = {
  /** Nothing in it contains a token. */
  outcome: OutcomeJson;
  /** Why a bulk delete must stop although it is `deleted` or `accepted`, such as "has a different name", or null. */
  doubt: string | null;
  /** A 401 of the service itself: it doesn't accept the token any more. */
  isTokenRejected: boolean;
};

/** Never rejects. Goes on whatever becomes of the page that asked for it. */
export type SendDelete = (call: DeleteCall) => Promise<DeleteResult>;

const maxBodyBytes = 1_000_000;
/** In JSON. A page of the log has hundreds of records, and all that ended just now, and the browser reads at most 64 MB. */
const maxRecordLength = 4_000;

/** One DELETE (`service.md` §4.1) on a connection of its own. `not-sent` if that was never made, otherwise a failure is `unknown`. */
export function createSendDelete(
  service: ServiceClient,
  { deleteMs }: Pick<TimeLimits, 'deleteMs'>,
  now: () => EpochMs,
): SendDelete {
  return async function sendDelete(call) {
    const deadline = new Deadline(deleteMs);
    let isSent = false;
    const beforeBytes = async () => {
      const obstacle = await call.findObstacle();
      if (obstacle !== null) throw new ObstacleError(obstacle);
      isSent = true;
    };
    try {
      const path = buildServicePath(operations.deleteComputeInstance, call.target);
      const { token, requestId, idempotencyKey } = call;
      const { signal } = deadline;
      const { body, ...response } = await service(
        { method: 'DELETE', path, token, requestId, idempotencyKey },
        { signal, beforeBytes },
      );
      // After 101, the body is the bare connection.
      const isIgnored = hasNoBody(response.status) || response.status < 200;
      if (isIgnored) body.destroy();
      const received = isIgnored ? noBody : await readBody(body, maxBodyBytes, signal);
      return judgeDelete({ ...response, ...received }, call, now());
    } catch (error) {
      const code = isSent ? 'unknown' : 'not-sent';
      const message = describeSending(error, isSent, deleteMs);
      return { outcome: { ...blankOutcome, code, message }, doubt: null, isTokenRejected: false };
    } finally {
      deadline.clear();
    }
  };
}

/** Why a request didn't leave although its connection stood. */
class ObstacleError extends Error {}

function describeSending(error: unknown, isSent: boolean, deleteMs: number): string {
  if (error instanceof PathValueError || error instanceof ObstacleError) return error.message;
  const isExpired = error instanceof Error && error.name === 'AbortError';
  const problem = isSent ? "The service didn't respond" : 'No connection was made';
  const cause = isExpired
    ? `${problem} within ${deleteMs / 1000} seconds.`
    : describeConnectionFailure(error, isSent);
  return `${cause} ${isSent ? 'It may have received the request.' : 'No request was sent.'}`;
}

/** A process that was stopped finds its timer expired before it has read what arrived meanwhile, so it gets a second more. */
class Deadline {
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout;

  constructor(ms: number) {
    const dueAt = performance.now() + ms;
    this.#timer = setTimeout(() => {
      if (performance.now() - dueAt < lateMs) this.#controller.abort();
      else this.#timer = setTimeout(() => this.#controller.abort(), lateMs);
    }, ms);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}

const lateMs = 1_000;

const noBody = { bytes: new Uint8Array(), problem: null };

type Expectation = Pick<DeleteCall, 'target' | 'name' | 'tokens'>;
type JudgedResponse = { status: number; statusText: string; body: ResponseBody };
type Verdict = Partial<OutcomeJson> & { code: OutcomeCode; doubt?: string | null };

/** What a response proves: `unknown` unless proven otherwise, because `service.md` §4.1 and §7 name no status. Tokens are redacted. */
export function judgeDelete(
  received: ReceivedResponse,
  expectation: Expectation,
  now: EpochMs,
): DeleteResult {
  const { status, headers } = received;
  const redact = (text: string) => toShortLine(redactTokens(text, expectation.tokens), 200);
  const body = decodeBody(received, expectation.tokens);
  const response = { status, statusText: redact(received.statusText), body };
  const { doubt = null, record = null, ...verdict } = classify(response, expectation);
  const outcome: OutcomeJson = {
    ...blankOutcome,
    status,
    requestId: redact(getHeader(headers, 'x-request-id') ?? '') || null,
    retryAt: verdict.code === 'refused' ? findRetryTime(status, headers, now) : null,
    ...verdict,
    record: JSON.stringify(record).length > maxRecordLength ? null : record,
  };
  return { outcome, doubt, isTokenRejected: status === 401 && isFromService(headers, body) };
}

function classify(response: JudgedResponse, expectation: Expectation): Verdict {
  const { status } = response;
  if (hasNoBody(status)) return { code: 'deleted' };
  if (status >= 200 && status <= 299) return classifySuccess(response, expectation);
  if (status === 404 || status === 410) return classifyNotFound(response);
  if (status >= 400 && status <= 499 && status !== 408)
    return { code: 'refused', message: describeRefusal(response) };
  return unknown(response);
}

/** `Retry-After` minus the `Date` of the same response. 30 s after a 429 that names no time. */
function findRetryTime(status: number, headers: ServiceHeaders, now: EpochMs): string | null {
  const waitMs = parseRetryAfter(getHeader(headers, 'retry-after'), getHeader(headers, 'date'), now);
  if (waitMs === null && status !== 429) return null;
  return toIso(now + (waitMs ?? defaultRetryAfterMs));
}

const statusesWithRecord = new Set([200, 201, 203]);

function classifySuccess(response: JudgedResponse, { target, name }: Expectation): Verdict {
  const { status, body } = response;
  const isAccepted = status === 202;
  // Look at JSON even if it isn't labelled as such, because any body can say that the deletion failed.
  const record = getObject(body);
  const slug = record && decodeInstance(record)?.workspace?.slug;
  if (typeof slug === 'string' && !isSameWorkspace(slug, target.workspaceSlug)) {
    const [requested, returned] = [target.workspaceSlug, slug].map(quoteValue);
    const message = `Requested in workspace ${requested}, but the response names workspace ${returned}.`;
    return { code: 'mismatch', message, record };
  }
  const parts = body.kind === 'json' ? [body.value].flat().filter(isJsonObject) : [];
  const contradiction = parts.map((part) => findFailureField(part, isAccepted)).find((each) => each !== null);
  if (contradiction !== undefined) return unknown(response, contradiction);
  if (body.kind === 'json' && body.label === 'problem') return unknown(response, 'an error');
  if (record !== null && isLabelled(body)) {
    const differences = compareRecord(record, target, name);
    const isRecord = isInstanceRecord(record, target.instanceId);
    if (isRecord && statusesWithRecord.has(status)) return { code: 'deleted', record, ...differences };
    // It proves nothing here, so the ID is enough to compare the rest.
    if (isAccepted && (isRecord || hasExpectedId(record, target.instanceId)))
      return { code: 'accepted', record, ...differences };
  }
  // The rest of a body that was cut off could say the opposite.
  if (isAccepted && body.kind !== 'html' && body.kind !== 'incomplete') return { code: 'accepted' };
  return unknown(response);
}

/** `gone` only with the documented error body, because anything between us and the service sends others. */
function classifyNotFound(response: JudgedResponse): Verdict {
  const { status, statusText, body } = response;
  const object = getObject(body);
  if (object !== null && isLabelled(body) && isDocumentedNotFound(object, status, statusText))
    return { code: 'gone', message: describeRefusal(response) };
  return unknown(response);
}

function unknown(response: JudgedResponse, contradiction: string | null = null): Verdict {
  return { code: 'unknown', message: describeUnclear(response, contradiction) };
}

function isLabelled(body: ResponseBody): boolean {
  return body.kind === 'json' && body.label === 'json';
}

function getObject(body: ResponseBody): Record<string, unknown> | null {
  return body.kind === 'json' && isJsonObject(body.value) ? body.value : null;
}

function describeRefusal({ status, statusText, body }: JudgedResponse): string {
  if (body.kind === 'html') return describeHtmlPage(status);
  return readErrorMessage(body) ?? `HTTP ${status} ${statusText}`.trim();
}

function describeUnclear(response: JudgedResponse, contradiction: string | null): string {
  const { status } = response;
  const isNotFound = status === 404 || status === 410;
  const problem = describeProblem(response, contradiction);
  return isNotFound ? `${problem} It doesn't show whether the instance exists.` : problem;
}

function quoteMessage(message: string | null): string {
  return message === null ? '' : ` Message from the service: ${message}`;
}

function describeProblem({ status, body }: JudgedResponse, contradiction: string | null): string {
  const response = `The response (HTTP ${status})`;
  const message = readErrorMessage(body);
  if (status >= 300 && status <= 399 && status !== 304)
    return "The service responded with a redirect, which the console doesn't follow.";
  // A gateway sends an HTML page, so don't say that the service returned an error.
  if (body.kind === 'html') return describeHtmlPage(status);
  if (status === 408 || status >= 500)
    return `The service returned an error (HTTP ${status}).${quoteMessage(message)}`;
  if (contradiction !== null) {
    const isQuoted = contradiction.startsWith('“message”');
    return `${response} contains ${contradiction}.${isQuoted ? '' : quoteMessage(message)}`;
  }
  const formatProblem = findFormatProblem(body);
  if (formatProblem !== null) return `${response} ${formatProblem}.`;
  const excerpt = body.kind === 'json' ? toShortLine(JSON.stringify(body.value), 200) : '';
  return `${response} doesn't say whether the deletion succeeded: ${quoteValue(excerpt)}.`;
}

function findFormatProblem(body: Exclude<ResponseBody, { kind: 'html' }>): string | null {
  if (body.kind === 'empty') return 'is empty';
  if (body.kind === 'incomplete')
    return {
      'too-large': 'is too large to read',
      timeout: "didn't finish in time",
      'cut-off': 'was cut off',
    }[body.problem];
  if (body.label === 'none') return "isn't JSON";
  return body.kind === 'text' ? 'contains invalid JSON' : null;
}

function describeHtmlPage(status: number): string {
  return `An HTML page came back instead of a service response (HTTP ${status}).`;
}
