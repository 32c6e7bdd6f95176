import { findContradiction, isInstanceRecord } from './deleteProof.ts';
import { ServiceError } from './errors.ts';
import { type ComputeInstance, decodeInstance, flattenVariant, getDatabaseName } from './instanceRecord.ts';
import {
  describeWebPage,
  isJsonObject,
  isJsonType,
  isWebPage,
  parseJsonObject,
  parseResponse,
  readMessage,
  type ServiceResponse,
} from './response.ts';
import { quoteValue, toPlainText } from './text.ts';

export type DeleteOutcomeKind =
  | 'deleted'
  | 'accepted'
  | 'gone'
  | 'refused'
  | 'unknown'
  | 'mismatch'
  | 'not-sent';

/** The outcome of one deletion. Outcomes are stored in IndexedDB, so they contain plain data only. */
export type DeleteOutcome = {
  kind: DeleteOutcomeKind;
  /** A sentence that explains the outcome to the admin, or an empty string if no explanation is needed. */
  reason: string;
  status: number | null;
  requestId: string | null;
  retryAfterMs: number | null;
  record: Readonly<Record<string, unknown>> | null;
  /** Sentences about differences between the returned record and the request, such as a different ID. */
  notes: readonly string[];
  /** The field of the returned record that may name a different instance, or null. Stops a bulk delete. */
  doubtful: null | 'id' | 'name';
  /** True if a proxy in front of the console answered, so that the service has probably not received the request. */
  fromProxy: boolean;
};

export const blankOutcome: Omit<DeleteOutcome, 'kind'> = {
  reason: '',
  status: null,
  requestId: null,
  retryAfterMs: null,
  record: null,
  notes: [],
  doubtful: null,
  fromProxy: false,
};

/** The path values of a DELETE, which identify the instance. */
export type DeleteTarget = { workspaceSlug: string; databaseName: string; instanceId: string };

/**
 * Decides the outcome of a DELETE from the status and the body. The outcome is `unknown` unless they prove a different
 * outcome, because `service.md` defines no status codes.
 */
export function toDeleteOutcome(
  response: ServiceResponse,
  target: DeleteTarget,
  expectedName: string | null = null,
): DeleteOutcome {
  const { status } = response;
  if (status === 204 || status === 205) return createOutcome('deleted', response);
  if (status >= 200 && status <= 299) return toSuccessOutcome(response, target, expectedName);
  if (status === 404 || status === 410) return toNotFoundOutcome(response);
  if (status === 408) return createUnknownOutcome(response, 'The service timed out (HTTP 408).');
  if (status >= 400 && status <= 499)
    return createOutcome('refused', response, {
      reason: readMessage(response) ?? `HTTP ${status} ${response.statusText}`.trim(),
      retryAfterMs: status === 429 ? (response.retryAfterMs ?? defaultRetryAfterMs) : response.retryAfterMs,
    });
  const message = readMessage(response);
  // A gateway writes the message of a 502 or 504, so don't present it as a message of the service.
  if (message !== null && (status === 502 || status === 504)) return createUnknownOutcome(response, message);
  if (status < 500) return createUnknownOutcome(response, describeUndecidedStatus(status));
  // A web page with a 5xx comes from a gateway, so don't say that the service returned an error.
  if (isWebPage(response)) return createUnknownOutcome(response, describeWebPage(status));
  return createUnknownOutcome(
    response,
    `The service returned an error (HTTP ${status})${message === null ? '.' : `: ${message}`}`,
  );
}

const defaultRetryAfterMs = 30_000;
const statusesWithRecord = new Set([200, 201, 203]);

function toSuccessOutcome(
  response: ServiceResponse,
  target: DeleteTarget,
  expectedName: string | null,
): DeleteOutcome {
  const { status, mediaType } = response;
  const isAccepted = status === 202;
  if (isAccepted && response.text.trim() === '') return createOutcome('accepted', response);
  // Parse the body even if its content type is not JSON, because any body can say that the deletion failed.
  const isParsable = response.bodyProblem === null && !isWebPage(response);
  const body = isParsable ? parseJsonObject(response.text) : null;
  const record = decodeInstance(body);
  const slug = record?.workspace?.slug ?? target.workspaceSlug;
  if (slug !== target.workspaceSlug) return createMismatchOutcome(response, target, slug, record);
  // The type `application/problem+json` means an error, even if the status is 2xx.
  const contradiction =
    mediaType === 'application/problem+json' ? 'an error' : body && findContradiction(body);
  if (contradiction !== null)
    return createUnknownOutcome(response, describeContradiction(response, contradiction));
  if (record !== null && isJsonType(mediaType) && isInstanceRecord(record.raw, target.instanceId)) {
    const recordFields = { record: record.raw, ...compareWithRequest(record, target, expectedName) };
    if (isAccepted) return createOutcome('accepted', response, recordFields);
    if (statusesWithRecord.has(status)) return createOutcome('deleted', response, recordFields);
  }
  if (isAccepted && !isWebPage(response)) return createOutcome('accepted', response);
  return createUnknownOutcome(response, describeMissingRecord(response));
}

/**
 * Returns `mismatch`, or `unknown` if the returned slug contains a replacement character. Its bytes were probably not
 * UTF-8, so the record may belong to the requested workspace.
 */
function createMismatchOutcome(
  response: ServiceResponse,
  target: DeleteTarget,
  slug: string,
  record: ComputeInstance | null,
): DeleteOutcome {
  if (slug.includes('\ufffd'))
    return createUnknownOutcome(
      response,
      `The response (HTTP ${response.status}) names a workspace that can’t be read.`,
    );
  const [requestedSlug, returnedSlug] = [quoteValue(target.workspaceSlug), quoteValue(slug)];
  const reason = `Requested in workspace ${requestedSlug}, but the response names workspace ${returnedSlug}.`;
  return createOutcome('mismatch', response, { record: record?.raw ?? null, reason });
}

/**
 * Returns the outcome of a 404 or 410: `gone` if the body is a JSON object, otherwise `unknown`. A body that isn't JSON may
 * come from a proxy, a CDN or a captive portal.
 */
function toNotFoundOutcome(response: ServiceResponse): DeleteOutcome {
  const reason = findNotJsonObjectReason(response);
  if (reason === null) return createOutcome('gone', response, { reason: readMessage(response) ?? '' });
  return createUnknownOutcome(response, `${reason} It doesn’t show whether the instance exists.`);
}

function findNotJsonObjectReason(response: ServiceResponse): string | null {
  try {
    if (isJsonObject(parseResponse(response))) return null;
    return `The response (HTTP ${response.status}) isn’t a JSON object.`;
  } catch (error) {
    return error instanceof ServiceError ? error.message : 'The response can’t be read.';
  }
}

function describeMissingRecord(response: ServiceResponse): string {
  const { status, text } = response;
  if (!statusesWithRecord.has(status) && !isWebPage(response)) return describeUndecidedStatus(status);
  const notRecordReason = `The response (HTTP ${status}) isn’t an instance record: ${quoteValue(toPlainText(text, 200))}.`;
  return findNotJsonObjectReason(response) ?? notRecordReason;
}

function describeUndecidedStatus(status: number): string {
  return `The response (HTTP ${status}) doesn’t say whether the deletion succeeded.`;
}

function describeContradiction(response: ServiceResponse, contradiction: string): string {
  const message = readMessage(response) ?? (/^(?:an )?error/.test(contradiction) ? 'no message.' : null);
  return `The response (HTTP ${response.status}) contains ${contradiction}${message === null ? '.' : `: ${message}`}`;
}

/**
 * Returns how a record differs from the requested instance. Ignores a name with a replacement character, because its bytes
 * were probably not UTF-8.
 */
function compareWithRequest(record: ComputeInstance, target: DeleteTarget, expectedName: string | null) {
  const { id, name, raw } = record;
  const notes: string[] = [];
  const rawId = raw.instanceId ?? raw.id ?? null;
  if (rawId === null) notes.push('The returned record has no ID.');
  else if (id === null) {
    const shownId = typeof rawId === 'object' ? 'a structure' : quoteValue(String(rawId));
    notes.push(`The returned record has an ID that isn’t a string: ${shownId}.`);
  } else if (id !== target.instanceId)
    notes.push(`The returned record has a different ID: ${quoteValue(id)}.`);
  const { workspace } = flattenVariant(raw);
  if (typeof workspace === 'string' && workspace !== target.workspaceSlug)
    notes.push(`The returned record gives its workspace as ${quoteValue(workspace)}.`);
  const databaseName = getDatabaseName(record) || target.databaseName;
  if (databaseName !== target.databaseName)
    notes.push(`The returned record names a different database: ${quoteValue(databaseName)}.`);
  const hasDifferentName = name !== null && expectedName !== null && name !== expectedName;
  const differentName = hasDifferentName && !name.includes('\ufffd') ? name : null;
  if (differentName !== null)
    notes.push(`The returned record has a different name: ${quoteValue(differentName)}.`);
  const hasDifferentId = id !== null && id !== target.instanceId;
  const doubtful: DeleteOutcome['doubtful'] = differentName !== null ? 'name' : hasDifferentId ? 'id' : null;
  return { notes, doubtful };
}

function createUnknownOutcome(response: ServiceResponse, reason: string): DeleteOutcome {
  return createOutcome('unknown', response, { reason });
}

function createOutcome(
  kind: DeleteOutcomeKind,
  { status, requestId }: ServiceResponse,
  otherFields: Partial<Omit<DeleteOutcome, 'kind' | 'status' | 'requestId'>> = {},
): DeleteOutcome {
  return { ...blankOutcome, kind, status, requestId, ...otherFields };
}
