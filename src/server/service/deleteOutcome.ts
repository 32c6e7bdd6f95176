import { isJsonObject } from '../rules/body.ts';
import {
  type ComputeInstance,
  decodeInstance,
  flattenPublicVariant,
  getDatabaseName,
} from '../rules/instanceRecord.ts';
import {
  blankOutcome,
  type DeleteOutcome,
  type DeleteOutcomeKind,
  type DeleteTarget,
} from '../rules/outcome.ts';
import {
  describeHtmlPage,
  findFormatError,
  isRedirect,
  proxyInFrontMessage,
  readGatewayMessage,
  readMessage,
  redirectMessage,
  type ServiceResponse,
} from '../rules/response.ts';
import { defaultRetryAfterMs } from '../rules/responseHeaders.ts';
import { quoteValue, toShortLine } from '../rules/text.ts';
import { findReportedFailure, isDocumentedNotFound, isInstanceRecord } from './deleteProof.ts';

/** The outcome is `unknown` unless proven otherwise: `service.md` §4.1 and §7 define no status codes. */
export function toDeleteOutcome(
  response: ServiceResponse,
  target: DeleteTarget,
  expectedName: string | null,
): DeleteOutcome {
  const { status } = response;
  if (isRefusal(status)) return toRefusedOutcome(response);
  if (response.isFromProxy) return createUnknownOutcome(response, describeProxy(response));
  if (status === 204 || status === 205) return createOutcome('deleted', response);
  if (status >= 200 && status <= 299) return toSuccessOutcome(response, target, expectedName);
  if (status === 404 || status === 410) return toNotFoundOutcome(response);
  return createUnknownOutcome(response, describeFailure(response));
}

function isRefusal(status: number): boolean {
  return status >= 400 && status <= 499 && ![404, 408, 410].includes(status);
}

function toRefusedOutcome(response: ServiceResponse): DeleteOutcome {
  const { status, statusText, retryAfterMs, isFromProxy } = response;
  const message = readMessage(response) ?? `HTTP ${status} ${statusText}`.trim();
  return createOutcome('refused', response, {
    reason: isFromProxy ? proxyInFrontMessage : message,
    retryAfterMs: status === 429 ? (retryAfterMs ?? defaultRetryAfterMs) : retryAfterMs,
  });
}

function describeProxy({ status, body }: ServiceResponse): string {
  return body.kind === 'html' ? `${describeHtmlPage(status)} ${proxyInFrontMessage}` : proxyInFrontMessage;
}

function describeFailure(response: ServiceResponse): string {
  const { status, body } = response;
  if (isRedirect(status)) return redirectMessage;
  if (status === 408) return 'The service timed out (HTTP 408).';
  // A gateway sends an HTML page, so don't say that the service returned an error.
  if (body.kind === 'html') return describeHtmlPage(status);
  if (status < 500) return describeUndecidedStatus(status);
  const gatewayMessage = readGatewayMessage(response);
  if (gatewayMessage !== null) return gatewayMessage;
  const message = readMessage(response);
  return `The service returned an error (HTTP ${status})${message === null ? '.' : `: ${message}`}`;
}

const statusesWithRecord = new Set([200, 201, 203]);

function toSuccessOutcome(
  response: ServiceResponse,
  target: DeleteTarget,
  expectedName: string | null,
): DeleteOutcome {
  const { status, body } = response;
  const isAccepted = status === 202;
  // Look at JSON even if its content type is not JSON, because any body can say that the deletion failed.
  const record = body.kind === 'json' ? decodeInstance(body.value) : null;
  const slug = record?.workspace?.slug ?? target.workspaceSlug;
  if (slug !== target.workspaceSlug) {
    const [requestedSlug, returnedSlug] = [quoteValue(target.workspaceSlug), quoteValue(slug)];
    const reason = `Requested in workspace ${requestedSlug}, but the response names workspace ${returnedSlug}.`;
    return createOutcome('mismatch', response, { record: record?.raw ?? null, reason });
  }
  const isProblem = body.kind === 'json' && body.label === 'problem';
  const failure = isProblem ? 'an error' : record && findReportedFailure(record.raw);
  if (failure !== null) return createUnknownOutcome(response, describeReportedFailure(response, failure));
  if (record !== null && isLabelledJson(response) && isInstanceRecord(record.raw, target.instanceId)) {
    const recordFields = { record: record.raw, ...compareWithRequest(record, target, expectedName) };
    if (isAccepted) return createOutcome('accepted', response, recordFields);
    if (statusesWithRecord.has(status)) return createOutcome('deleted', response, recordFields);
  }
  if (isAccepted && body.kind !== 'html') return createOutcome('accepted', response);
  return createUnknownOutcome(response, describeMissingRecord(response));
}

function isLabelledJson({ body }: ServiceResponse): boolean {
  return body.kind === 'json' && body.label === 'json';
}

/** `gone` only with the documented error body, because anything between us and the service sends others. */
function toNotFoundOutcome(response: ServiceResponse): DeleteOutcome {
  const { status, body } = response;
  if (isLabelledJson(response) && body.kind === 'json' && isDocumentedNotFound(body.value, status))
    return createOutcome('gone', response, { reason: readMessage(response) ?? '' });
  const message = readMessage(response);
  const problem =
    findFormatError(response)?.message ??
    `The response (HTTP ${status}) may not be about the instance${message === null ? '' : `: ${message}`}`;
  const separator = /[.!?…]$/.test(problem) ? ' ' : '. ';
  return createUnknownOutcome(response, `${problem}${separator}It doesn't show whether the instance exists.`);
}

function describeMissingRecord(response: ServiceResponse): string {
  const { status, body } = response;
  if (!statusesWithRecord.has(status) && body.kind !== 'html') return describeUndecidedStatus(status);
  const bodyError = findFormatError(response);
  if (bodyError !== null) return bodyError.message;
  if (body.kind !== 'json' || !isJsonObject(body.value))
    return `The response (HTTP ${status}) isn't a JSON object.`;
  const excerpt = quoteValue(toShortLine(JSON.stringify(body.value), 200));
  return `The response (HTTP ${status}) isn't an instance record: ${excerpt}.`;
}

function describeUndecidedStatus(status: number): string {
  return `The response (HTTP ${status}) doesn't say whether the deletion succeeded.`;
}

function describeReportedFailure(response: ServiceResponse, failure: string): string {
  const message = readMessage(response) ?? (/^(?:an )?error/.test(failure) ? 'no message.' : null);
  return `The response (HTTP ${response.status}) contains ${failure}${message === null ? '.' : `: ${message}`}`;
}

function compareWithRequest(record: ComputeInstance, target: DeleteTarget, expectedName: string | null) {
  const { id, name, raw } = record;
  const hasAnyId = (raw.instanceId ?? raw.id ?? null) !== null;
  const hasRequestedId = raw.id === target.instanceId || raw.instanceId === target.instanceId;
  const hasDifferentId = id !== null && !hasRequestedId;
  const hasDifferentName = name !== null && expectedName !== null && name !== expectedName;
  const { workspace } = flattenPublicVariant(raw);
  const databaseName = getDatabaseName(record) || target.databaseName;
  const notes: string[] = [];
  if (id === null) notes.push(hasAnyId ? "has an ID that isn't a string" : 'has no ID');
  if (hasDifferentId) notes.push(`has a different ID: ${quoteValue(id)}`);
  if (typeof workspace === 'string' && workspace !== target.workspaceSlug)
    notes.push(`gives its workspace as ${quoteValue(workspace)}`);
  if (databaseName !== target.databaseName)
    notes.push(`names a different database: ${quoteValue(databaseName)}`);
  if (hasDifferentName) notes.push(`has a different name: ${quoteValue(name)}`);
  const doubtful: DeleteOutcome['doubtful'] = hasDifferentName ? 'name' : hasDifferentId ? 'id' : null;
  return { notes: notes.map((note) => `The returned record ${note}.`), doubtful };
}

function createUnknownOutcome(response: ServiceResponse, reason: string): DeleteOutcome {
  return createOutcome('unknown', response, { reason });
}

function createOutcome(
  kind: DeleteOutcomeKind,
  { status, requestId, isFromProxy }: ServiceResponse,
  otherFields: Partial<DeleteOutcome> = {},
): DeleteOutcome {
  return { ...blankOutcome, kind, status: status || null, requestId, fromProxy: isFromProxy, ...otherFields };
}
