import { isJsonObject, type ResponseBody, readErrorMessage } from '../../rules/body.ts';
import {
  blankOutcome,
  type InstancePathValues,
  type OutcomeCode,
  type OutcomeJson,
} from '../../rules/deletion.ts';
import { decodeInstance, isSameWorkspace } from '../../rules/instanceRecord.ts';
import { quoteValue, redactToken, toShortLine } from '../../rules/text.ts';
import { type EpochMs, parseRetryAfter, toIso } from '../../rules/time.ts';
import { findContradiction, findDifferences, hasExpectedId, isInstanceRecord } from './deleteProof.ts';
import {
  decodeBody,
  getHeader,
  isDocumentedNotFound,
  isForeign401,
  isNoContent,
  type ReceivedResponse,
} from './response.ts';

export type DeleteResult = {
  /** A response's is redacted by `redactToken`. */
  outcome: OutcomeJson;
  /** Why a deletion stops although this item is `deleted` or `accepted`, such as "has a different name", or null. */
  doubt: string | null;
  /** A 401 of the service itself. */
  isTokenRejected: boolean;
};

export type DeleteExpectation = {
  target: InstancePathValues;
  name: string | null;
  token: string;
};

type JudgedResponse = { status: number; statusText: string; body: ResponseBody };

type Verdict = Partial<OutcomeJson> & { code: OutcomeCode; doubt?: string | null };

/** Length as JSON. A longer record isn't stored. */
const maxRecordLength = 4_000;

/**
 * `service.md` §4.1 and §7 name no status. So 204, 205, most of 4xx and a 202 without a contradiction count as in HTTP,
 * and any other response must prove its result, or it is `unknown`.
 */
export function judgeDelete(
  received: ReceivedResponse,
  expectation: DeleteExpectation,
  now: EpochMs,
): DeleteResult {
  const { status, headers } = received;
  const { token } = expectation;
  const redact = (text: string) => toShortLine(redactToken(text, token), 200);
  const body = decodeBody(received, token);
  const response = { status, statusText: redact(received.statusText), body };
  const { doubt = null, record = null, ...verdict } = classify(response, expectation);
  const waitMs = parseRetryAfter(getHeader(headers, 'retry-after'), getHeader(headers, 'date'), now);
  const outcome: OutcomeJson = {
    ...blankOutcome,
    status,
    requestId: redact(getHeader(headers, 'x-request-id') ?? '') || null,
    retryAt: verdict.code === 'refused' && waitMs !== null ? toIso(now + waitMs) : null,
    ...verdict,
    record: JSON.stringify(record).length > maxRecordLength ? null : record,
  };
  return { outcome, doubt, isTokenRejected: status === 401 && !isForeign401(received, body) };
}

function classify(response: JudgedResponse, expectation: DeleteExpectation): Verdict {
  const { status } = response;
  if (isNoContent(status)) return { code: 'deleted' };
  if (status >= 200 && status <= 299) return classifySuccess(response, expectation);
  if (status === 404 || status === 410)
    // Otherwise, it may be a gateway's, which says nothing about the instance.
    return isDocumentedNotFound(response.body, status, response.statusText)
      ? { code: 'gone', message: describeRefusal(response) }
      : unknown(response);
  if (status >= 400 && status <= 499 && status !== 408)
    return { code: 'refused', message: describeRefusal(response) };
  return unknown(response);
}

function classifySuccess(response: JudgedResponse, { target, name }: DeleteExpectation): Verdict {
  const { status, body } = response;
  const isAccepted = status === 202;
  // Also JSON without its label, because any body can say that the deletion failed.
  const value = body.kind === 'json' ? body.value : null;
  const record = isJsonObject(value) ? value : null;
  const slug = record && decodeInstance(record)?.workspace?.slug;
  if (typeof slug === 'string' && !isSameWorkspace(slug, target.workspaceSlug)) {
    const [requested, returned] = [target.workspaceSlug, slug].map(quoteValue);
    const message = `Requested in workspace ${requested}, but the response names workspace ${returned}.`;
    return { code: 'mismatch', message, record };
  }
  const label = body.kind === 'json' ? body.label : 'none';
  const contradiction = findContradiction(value, isAccepted) ?? (label === 'problem' ? 'an error' : null);
  if (contradiction !== null) return unknown(response, contradiction);
  if (record !== null && label === 'json') {
    const differences = findDifferences(record, target, name);
    const isRecord = isInstanceRecord(record, target.instanceId);
    if (isRecord && [200, 201, 203].includes(status)) return { code: 'deleted', record, ...differences };
    // A 202 needs no proof, so the ID is enough to compare the rest.
    if (isAccepted && (isRecord || hasExpectedId(record, target.instanceId)))
      return { code: 'accepted', record, ...differences };
  }
  // The rest of an incomplete body could say the opposite.
  if (isAccepted && body.kind !== 'html' && body.kind !== 'incomplete') return { code: 'accepted' };
  return unknown(response);
}

function describeRefusal({ status, statusText, body }: JudgedResponse): string {
  if (body.kind === 'html') return describeHtmlPage(status);
  return readErrorMessage(body) ?? `HTTP ${status} ${statusText}`.trim();
}

function unknown(response: JudgedResponse, contradiction: string | null = null): Verdict {
  return { code: 'unknown', message: describeUnknown(response, contradiction) };
}

function describeUnknown({ status, body }: JudgedResponse, contradiction: string | null): string {
  const response = `The response (HTTP ${status})`;
  if (status >= 300 && status <= 399 && status !== 304)
    return "The service responded with a redirect, which the console doesn't follow.";
  // It may be a gateway's, so don't say that the service returned an error.
  if (body.kind === 'html') return describeHtmlPage(status);
  const message = readErrorMessage(body);
  const quoted = message === null ? '' : ` Message from the service: ${message}`;
  if (status === 408 || status >= 500) return `The service returned an error (HTTP ${status}).${quoted}`;
  if (contradiction !== null)
    return `${response} contains ${contradiction}.${contradiction.startsWith('“message”') ? '' : quoted}`;
  if (body.kind === 'empty') return `${response} is empty.`;
  if (body.kind === 'incomplete') return `${response} ${incompleteSentences[body.problem]}.`;
  if (body.kind === 'text' || body.label === 'none') return `${response} isn't JSON.`;
  const excerpt = quoteValue(toShortLine(JSON.stringify(body.value), 200));
  return `${response} doesn't say whether the deletion succeeded: ${excerpt}.`;
}

const incompleteSentences = {
  'too-large': 'is too large to read',
  timeout: "didn't finish in time",
  'cut-off': 'was cut off',
};

function describeHtmlPage(status: number): string {
  return `An HTML page came back instead of a service response (HTTP ${status}).`;
}
