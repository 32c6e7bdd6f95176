import { contradictionIn, isInstanceRecord } from './deleteProof.ts';
import { ServiceError } from './errors.ts';
import { type ComputeInstance, databaseOf, decodeInstance, topLevelFields } from './instanceRecord.ts';
import {
  isHtml,
  isJsonObject,
  isJsonType,
  messageIn,
  parseObject,
  parseResponse,
  type ServiceResponse,
  webPageSentence,
} from './response.ts';
import { plainText, quotedValue } from './text.ts';

export type DeleteOutcomeKind =
  | 'deleted'
  | 'accepted'
  | 'gone'
  | 'refused'
  | 'unknown'
  | 'mismatch'
  | 'not-sent';

/** The outcome of one deletion. Plain data, because it is stored. */
export type DeleteOutcome = {
  kind: DeleteOutcomeKind;
  /** One sentence for the admin, or an empty string if the kind is enough. */
  reason: string;
  status: number | null;
  requestId: string | null;
  retryAfterMs: number | null;
  record: Readonly<Record<string, unknown>> | null;
  /** Remarks for the receipt, such as a different ID. */
  notes: readonly string[];
  /** The returned name if it differs from the expected one. */
  differentName: string | null;
};

export const blankOutcome: Omit<DeleteOutcome, 'kind'> = {
  reason: '',
  status: null,
  requestId: null,
  retryAfterMs: null,
  record: null,
  notes: [],
  differentName: null,
};

/** The instance to delete: the three path parameters of section 4.1. */
export type DeleteTarget = { workspaceSlug: string; databaseName: string; instanceId: string };

/**
 * Decides the outcome of a DELETE. Section 4.1 defines no codes, so the class of the status and the body decide. A response
 * that proves neither success nor refusal is `unknown`.
 */
export function deleteOutcomeOf(
  response: ServiceResponse,
  target: DeleteTarget,
  expectedName: string | null = null,
): DeleteOutcome {
  const { status } = response;
  if (status === 204 || status === 205) return outcome('deleted', response);
  if (status >= 200 && status <= 299) return outcomeOfSuccess(response, target, expectedName);
  if (status === 404 || status === 410) return outcomeOfAbsence(response);
  if (status === 408) return unknown(response, 'The service timed out (HTTP 408).');
  if (status >= 400 && status <= 499)
    return outcome('refused', response, {
      reason: messageIn(response) ?? `HTTP ${status} ${response.statusText}`.trim(),
      retryAfterMs: status === 429 ? (response.retryAfterMs ?? defaultPauseMs) : response.retryAfterMs,
    });
  const message = messageIn(response);
  // The message of a 502 or 504 comes from the gateway. The service may still have deleted the instance.
  if (message !== null && (status === 502 || status === 504)) return unknown(response, message);
  if (status < 500) return unknown(response, undecidedReason(status));
  // A gateway sends pages, also when the service never got the request.
  if (isHtml(response)) return unknown(response, webPageSentence(status));
  return unknown(
    response,
    `The service returned an error (HTTP ${status})${message === null ? '.' : `: ${message}`}`,
  );
}

const defaultPauseMs = 30_000;
const recordStatuses = new Set([200, 201, 203]);

function outcomeOfSuccess(
  response: ServiceResponse,
  target: DeleteTarget,
  expectedName: string | null,
): DeleteOutcome {
  const { status, mediaType } = response;
  const isAccepted = status === 202;
  if (isAccepted && response.text.trim() === '') return outcome('accepted', response);
  // A contradiction counts whatever the label, so the body is parsed even if it is labelled as text.
  const isParsable = response.bodyProblem === null && !isHtml(response);
  const body = isParsable ? parseObject(response.text) : null;
  const record = decodeInstance(body);
  const slug = record?.workspace?.slug ?? target.workspaceSlug;
  if (slug !== target.workspaceSlug) return outcomeOfOtherWorkspace(response, target, slug, record);
  // This label is only for errors, whatever the status and the body.
  const contradiction = mediaType === 'application/problem+json' ? 'an error' : body && contradictionIn(body);
  if (contradiction !== null) return unknown(response, contradictionReason(response, contradiction));
  if (record !== null && isJsonType(mediaType) && isInstanceRecord(record.raw, target.instanceId)) {
    const facts = { record: record.raw, ...compare(record, target, expectedName) };
    if (isAccepted) return outcome('accepted', response, facts);
    if (recordStatuses.has(status)) return outcome('deleted', response, facts);
  }
  if (isAccepted && !isHtml(response)) return outcome('accepted', response);
  return unknown(response, noRecordReason(response));
}

/** A slug with a replacement character was not UTF-8. It can be the right one, so it is no mismatch. */
function outcomeOfOtherWorkspace(
  response: ServiceResponse,
  target: DeleteTarget,
  slug: string,
  record: ComputeInstance | null,
): DeleteOutcome {
  if (slug.includes('\ufffd'))
    return unknown(response, `The response (HTTP ${response.status}) names a workspace that can’t be read.`);
  const [requested, returned] = [quotedValue(target.workspaceSlug), quotedValue(slug)];
  const reason = `Requested in workspace ${requested}, but the response names workspace ${returned}.`;
  return outcome('mismatch', response, { record: record?.raw ?? null, reason });
}

/** Only a JSON object proves an absence, because a proxy, a CDN or a captive portal sends a 404 of its own. */
function outcomeOfAbsence(response: ServiceResponse): DeleteOutcome {
  const reason = notJsonObjectReason(response);
  if (reason === null) return outcome('gone', response, { reason: messageIn(response) ?? '' });
  return unknown(response, `${reason} It doesn’t show whether the instance exists.`);
}

function notJsonObjectReason(response: ServiceResponse): string | null {
  try {
    if (isJsonObject(parseResponse(response))) return null;
    return `The response (HTTP ${response.status}) isn’t a JSON object.`;
  } catch (error) {
    return error instanceof ServiceError ? error.message : 'The response can’t be read.';
  }
}

function noRecordReason(response: ServiceResponse): string {
  const { status, text } = response;
  if (!recordStatuses.has(status) && !isHtml(response)) return undecidedReason(status);
  const isNoRecord = `The response (HTTP ${status}) isn’t an instance record: ${quotedValue(plainText(text, 200))}.`;
  return notJsonObjectReason(response) ?? isNoRecord;
}

function undecidedReason(status: number): string {
  return `The response (HTTP ${status}) doesn’t say whether the deletion succeeded.`;
}

function contradictionReason(response: ServiceResponse, contradiction: string): string {
  const message = messageIn(response) ?? (/^(?:an )?error/.test(contradiction) ? 'no message.' : null);
  return `The response (HTTP ${response.status}) contains ${contradiction}${message === null ? '.' : `: ${message}`}`;
}

/** Lists how a returned record differs from the requested instance. A name that was not UTF-8 is not compared. */
function compare(record: ComputeInstance, target: DeleteTarget, expectedName: string | null) {
  const { id, name, raw } = record;
  const notes: string[] = [];
  const rawId = raw.instanceId ?? raw.id ?? null;
  if (rawId === null) notes.push('The returned record has no ID.');
  else if (id === null) {
    const shown = typeof rawId === 'object' ? 'a structure' : quotedValue(String(rawId));
    notes.push(`The returned record has an ID that isn’t a string: ${shown}.`);
  } else if (id !== target.instanceId)
    notes.push(`The returned record has a different ID: ${quotedValue(id)}.`);
  const { workspace } = topLevelFields(raw);
  if (typeof workspace === 'string' && workspace !== target.workspaceSlug)
    notes.push(`The returned record gives its workspace as ${quotedValue(workspace)}.`);
  const databaseName = databaseOf(record) || target.databaseName;
  if (databaseName !== target.databaseName)
    notes.push(`The returned record names a different database: ${quotedValue(databaseName)}.`);
  const isDifferent = name !== null && expectedName !== null && name !== expectedName;
  const differentName = isDifferent && !name.includes('\ufffd') ? name : null;
  if (differentName !== null)
    notes.push(`The returned record has a different name: ${quotedValue(differentName)}.`);
  return { notes, differentName };
}

function unknown(response: ServiceResponse, reason: string): DeleteOutcome {
  return outcome('unknown', response, { reason });
}

function outcome(
  kind: DeleteOutcomeKind,
  { status, requestId }: ServiceResponse,
  facts: Partial<Omit<DeleteOutcome, 'kind' | 'status' | 'requestId'>> = {},
): DeleteOutcome {
  return { ...blankOutcome, kind, status, requestId, ...facts };
}
