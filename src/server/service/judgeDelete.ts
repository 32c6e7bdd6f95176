import { isJsonObject, type ResponseBody } from '../../rules/body.ts';
import type { InstancePathValues } from '../../rules/deletion.ts';
import { decodeInstance, isSameWorkspace } from '../../rules/instanceRecord.ts';
import { blankOutcome, type OutcomeCode, type OutcomeJson } from '../../rules/outcome.ts';
import { quoteValue, redactTokens, toShortLine } from '../../rules/text.ts';
import { type EpochMs, parseRetryAfter, toIso } from '../../rules/time.ts';
import type { ServiceHeaders } from './client.ts';
import { findContradiction } from './contradictions.ts';
import { compareRecord, hasExpectedId, isDocumentedNotFound, isInstanceRecord } from './deleteProof.ts';
import { describeRefusal, describeUnknown, type JudgedResponse } from './deleteSentences.ts';
import { decodeBody, getHeader, hasNoBody, isFromService, type ReceivedResponse } from './response.ts';

export type DeleteResult = {
  /** Nothing in it contains a token. */
  outcome: OutcomeJson;
  /** Why a bulk delete must stop although it is `deleted` or `accepted`, such as "has a different name", or null. */
  doubt: string | null;
  /** A 401 of the service itself: it doesn't accept the token any more. */
  isTokenRejected: boolean;
};

/** In JSON. A page of the log has hundreds of records, and the browser reads at most 64 MB. */
const maxRecordLength = 4_000;

type Expectation = {
  target: InstancePathValues;
  /** That the admin saw. Null if it has none. */
  name: string | null;
  tokens: readonly string[];
};

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
    retryAt: verdict.code === 'refused' ? findRetryTime(headers, now) : null,
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

/** `Retry-After` minus the `Date` of the same response. Null if it names no time. */
function findRetryTime(headers: ServiceHeaders, now: EpochMs): string | null {
  const waitMs = parseRetryAfter(getHeader(headers, 'retry-after'), getHeader(headers, 'date'), now);
  return waitMs === null ? null : toIso(now + waitMs);
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
  const contradiction = parts
    .map((part) => findContradiction(part, isAccepted))
    .find((each) => each !== null);
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
  return { code: 'unknown', message: describeUnknown(response, contradiction) };
}

function isLabelled(body: ResponseBody): boolean {
  return body.kind === 'json' && body.label === 'json';
}

function getObject(body: ResponseBody): Record<string, unknown> | null {
  return body.kind === 'json' && isJsonObject(body.value) ? body.value : null;
}
