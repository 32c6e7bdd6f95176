import { isJsonObject, type ResponseBody } from '../../rules/body.ts';
import { decodeInstance, isSameWorkspace } from '../../rules/instanceRecord.ts';
import { blankOutcome, type DeleteTarget, type OutcomeCode, type OutcomeJson } from '../../rules/outcome.ts';
import { defaultRetryAfterMs, parseRetryAfter } from '../../rules/responseHeaders.ts';
import { quoteValue, toShortLine } from '../../rules/text.ts';
import { type EpochMs, toIso } from '../../rules/time.ts';
import { redactToken } from '../../rules/token.ts';
import type { ServiceHeaders } from './client.ts';
import { compareRecord } from './compareRecord.ts';
import {
  describeContradiction,
  describeFailure,
  describeMissingRecord,
  describeNotFound,
  describeRefusal,
  type JudgedResponse,
} from './deleteMessages.ts';
import { findContradiction, hasId, isDocumentedNotFound, isInstanceRecord } from './deleteProof.ts';
import { decodeBody, getHeader, isFromService, type ReceivedBody, redactBody } from './serviceResponse.ts';

export type DeleteCall = {
  target: DeleteTarget;
  /** That the admin saw. Null if it has none. */
  name: string | null;
  token: string;
  deletionId: string;
  requestId: string;
};

export type DeleteResult = {
  /** Nothing in it contains the token. */
  outcome: OutcomeJson;
  /** Why a bulk delete must stop although it is `deleted` or `accepted`, such as "has a different name", or null. */
  doubt: string | null;
  /** A 401 of the service itself: it doesn't accept the token any more. */
  isTokenRejected: boolean;
};

/** A response as it arrived at our server. */
export type ReceivedResponse = ReceivedBody & { status: number; statusText: string; headers: ServiceHeaders };

type Expectation = Pick<DeleteCall, 'target' | 'name' | 'token'>;
type Verdict = Partial<OutcomeJson> & { code: OutcomeCode; doubt?: string | null };
/** `shownBody` is the body without the token. */
type Response = JudgedResponse & { body: ResponseBody; redact: (text: string) => string };

/** What a response to a DELETE proves: `unknown`, unless proven otherwise, because `service.md` §4.1 and §7 name no status. */
export function judgeDelete(
  received: ReceivedResponse,
  expectation: Expectation,
  now: EpochMs,
): DeleteResult {
  const { status, headers } = received;
  const { token } = expectation;
  const redact = (text: string) => redactToken(text, token);
  const body = decodeBody(status, headers, received);
  const response: Response = {
    status,
    statusText: toShortLine(redact(received.statusText), 200),
    body,
    shownBody: redactBody(body, token),
    redact,
  };
  const { doubt = null, ...verdict } = classify(response, expectation);
  const outcome: OutcomeJson = {
    ...blankOutcome,
    status,
    requestId: toShortLine(redact(getHeader(headers, 'x-request-id') ?? ''), 200) || null,
    retryAt: verdict.code === 'refused' ? findRetryTime(status, headers, now) : null,
    ...verdict,
  };
  return { outcome, doubt, isTokenRejected: status === 401 && isFromService(headers, body) };
}

function classify(response: Response, expectation: Expectation): Verdict {
  const { status } = response;
  if (status === 204 || status === 205) return { code: 'deleted' };
  if (status >= 200 && status <= 299) return classifySuccess(response, expectation);
  if (status === 404 || status === 410) return classifyNotFound(response);
  if (status >= 400 && status <= 499 && status !== 408)
    return { code: 'refused', message: describeRefusal(response) };
  return { code: 'unknown', message: describeFailure(response) };
}

/** `Retry-After` minus the `Date` of the same response. 30 s after a 429 that names no time. */
function findRetryTime(status: number, headers: ServiceHeaders, now: EpochMs): string | null {
  const waitMs = parseRetryAfter(getHeader(headers, 'retry-after'), getHeader(headers, 'date'), now);
  if (waitMs === null && status !== 429) return null;
  return toIso(now + (waitMs ?? defaultRetryAfterMs));
}

const statusesWithRecord = new Set([200, 201, 203]);

function classifySuccess(response: Response, { target, name }: Expectation): Verdict {
  const { status, body, shownBody, redact } = response;
  const isAccepted = status === 202;
  // Look at JSON even if it isn't labelled as such, because any body can say that the deletion failed.
  const object = getObject(body);
  const record = getObject(shownBody);
  const slug = object && decodeInstance(object)?.workspace?.slug;
  if (typeof slug === 'string' && !isSameWorkspace(slug, target.workspaceSlug)) {
    const [requested, returned] = [target.workspaceSlug, slug].map((each) => quoteValue(redact(each)));
    const message = `Requested in workspace ${requested}, but the response names workspace ${returned}.`;
    return { code: 'mismatch', message, record };
  }
  const parts = shownBody.kind === 'json' ? [shownBody.value].flat().filter(isJsonObject) : [];
  const contradiction = parts
    .map((part) => findContradiction(part, isAccepted))
    .find((each) => each !== null);
  if (contradiction !== undefined) return unknown(describeContradiction(response, contradiction));
  if (body.kind === 'json' && body.label === 'problem')
    return unknown(describeContradiction(response, 'an error'));
  if (object !== null && isLabelled(body)) {
    const differences = compareRecord(object, target, name, redact);
    const isRecord = isInstanceRecord(object, target.instanceId);
    if (isRecord && statusesWithRecord.has(status)) return { code: 'deleted', record, ...differences };
    // It proves nothing here, so the ID is enough to compare the rest.
    if (isAccepted && (isRecord || hasId(object, target.instanceId)))
      return { code: 'accepted', record, ...differences };
  }
  // The rest of a body that was cut off could say the opposite.
  if (isAccepted && body.kind !== 'html' && body.kind !== 'incomplete') return { code: 'accepted' };
  return unknown(describeMissingRecord(response));
}

/** `gone` only with the documented error body, because anything between us and the service sends others. */
function classifyNotFound(response: Response): Verdict {
  const { status, statusText, body } = response;
  const object = getObject(body);
  if (object !== null && isLabelled(body) && isDocumentedNotFound(object, status, statusText))
    return { code: 'gone', message: describeRefusal(response) };
  return unknown(describeNotFound(response));
}

function unknown(message: string): Verdict {
  return { code: 'unknown', message };
}

function isLabelled(body: ResponseBody): boolean {
  return body.kind === 'json' && body.label === 'json';
}

function getObject(body: ResponseBody): Record<string, unknown> | null {
  return body.kind === 'json' && isJsonObject(body.value) ? body.value : null;
}
