import { parseResponse, ServiceError } from './errors.ts';
import { type ComputeInstance, decodeInstance, isInstanceRecord } from './instanceRecord.ts';
import { isJsonObject } from './json.ts';
import { isHtml, type ServiceResponse, serviceMessage } from './response.ts';
import { plainText, quotedValue } from './text.ts';

/** The seven ends of a confirmed intent to delete; every intent reaches exactly one. */
export type DeleteOutcomeKind =
  | 'deleted'
  | 'accepted'
  | 'gone'
  | 'refused'
  | 'unknown'
  | 'mismatch'
  | 'not-sent';

/** What became of one intent to delete. Plain data: it is kept over a reload. */
export type DeleteOutcome = {
  kind: DeleteOutcomeKind;
  /** Why, in one sentence, for the admin. Empty where the kind says it all. */
  reason: string;
  /** HTTP status, null where none arrived. */
  status: number | null;
  requestId: string | null;
  /** ms the service asks to wait before another try; null where it does not say. */
  retryAfterMs: number | null;
  /** The record as it came back, null where none did. */
  record: Readonly<Record<string, unknown>> | null;
  /** Remarks for the receipt, such as an ID that differs from the requested one. */
  notes: readonly string[];
  /** The name in the returned record if it differs from the expected one, otherwise null. */
  differentName: string | null;
};

/** An outcome without facts, for spreading below the known ones. */
export const blankOutcome: Omit<DeleteOutcome, 'kind'> = {
  reason: '',
  status: null,
  requestId: null,
  retryAfterMs: null,
  record: null,
  notes: [],
  differentName: null,
};

/** What was asked to be deleted: the three path parameters of section 4.1. */
export type DeleteTarget = { workspaceSlug: string; databaseName: string; instanceId: string };

/** The known facts about the instance, for comparison with the returned record. A null name is unknown. */
export type ExpectedInstance = { name: string | null };

/**
 * The one place where an answer to a delete gets its name. Section 4.1 shows no codes, so the class of the status counts,
 * and a body only where it is the service's own: a success is proved by an instance record, an absence by a JSON object.
 * What proves neither success nor refusal is `unknown`; it is never guessed.
 */
export function deleteOutcomeOf(
  answer: ServiceResponse,
  target: DeleteTarget,
  expected: ExpectedInstance = { name: null },
): DeleteOutcome {
  const { status } = answer;
  if (status === 204) return outcome('deleted', answer);
  if (status >= 200 && status <= 299) return outcomeOfBody(answer, target, expected);
  if (status === 404 || status === 410) return outcomeOfAbsence(answer);
  if (status === 408)
    return outcome('unknown', answer, { reason: 'The service gave up waiting (HTTP 408).' });
  if (status >= 400 && status <= 499)
    return outcome('refused', answer, {
      reason: saidBy(answer) ?? `HTTP ${status} ${answer.statusText}`.trim(),
      retryAfterMs: status === 429 ? (answer.retryAfterMs ?? pauseWithoutWord) : answer.retryAfterMs,
    });
  const said = saidBy(answer);
  // What stands between here and the service tells of the service; that it failed would be a guess.
  if (said !== null && (status === 502 || status === 504))
    return outcome('unknown', answer, { reason: said });
  const what = status >= 500 ? 'The service failed' : 'The service answered with neither success nor refusal';
  return outcome('unknown', answer, {
    reason: `${what} (HTTP ${status})${said === null ? '.' : `: ${said}`}`,
  });
}

const pauseWithoutWord = 30_000;

function outcomeOfBody(
  answer: ServiceResponse,
  target: DeleteTarget,
  expected: ExpectedInstance,
): DeleteOutcome {
  const { status } = answer;
  const body = bodyOf(answer);
  if ('unreadable' in body)
    return status === 202
      ? outcome('accepted', answer)
      : outcome('unknown', answer, { reason: body.unreadable });
  const failure = failureIn(body.value);
  if (failure !== null)
    return outcome('unknown', answer, {
      reason: `The answer (HTTP ${status}) is an error of status ${failure}: ${saidBy(answer) ?? 'it does not say which.'}`,
    });
  const record = isInstanceRecord(body.value) ? decodeInstance(body.value) : null;
  if (record === null && status === 202) return outcome('accepted', answer);
  if (record === null) {
    const said = quotedValue(saidBy(answer) ?? plainText(answer.text, longestQuote));
    return outcome('unknown', answer, {
      reason: `The answer (HTTP ${status}) is no instance record: ${said}.`,
    });
  }
  const slug = record.workspace?.slug ?? null;
  if (slug !== null && slug !== target.workspaceSlug)
    return outcome('mismatch', answer, {
      record: record.raw,
      reason: `Asked in the workspace ${quotedValue(target.workspaceSlug)}, answered from the workspace ${quotedValue(slug)}.`,
    });
  const { name } = record;
  const differentName = name !== null && expected.name !== null && name !== expected.name ? name : null;
  const notes = notesOn(record, target);
  if (differentName !== null)
    notes.push(`The returned record has a different name: ${quotedValue(differentName)}.`);
  return outcome(status === 202 ? 'accepted' : 'deleted', answer, {
    record: record.raw,
    notes,
    differentName,
  });
}

/** An ingress without a backend, a CDN or a captive portal answers 404 too, and knows nothing of the instance. */
function outcomeOfAbsence(answer: ServiceResponse): DeleteOutcome {
  const body = bodyOf(answer);
  if ('value' in body && isJsonObject(body.value))
    return outcome('gone', answer, { reason: saidBy(answer) ?? '' });
  const what =
    'unreadable' in body ? body.unreadable : `The answer (HTTP ${answer.status}) is no JSON object.`;
  return outcome('unknown', answer, { reason: `${what} That says nothing about the instance.` });
}

function bodyOf(answer: ServiceResponse): { value: unknown } | { unreadable: string } {
  try {
    return { value: parseResponse(answer) };
  } catch (error) {
    return { unreadable: error instanceof ServiceError ? error.message : 'The answer is unreadable.' };
  }
}

/** The status in a body of section 7's shape, which is an error whatever the status of HTTP; null where it is none. */
function failureIn(body: unknown): number | null {
  if (!isJsonObject(body) || !('message' in body)) return null;
  const { statusCode } = body;
  const status = typeof statusCode === 'number' || typeof statusCode === 'string' ? Number(statusCode) : 0;
  return status >= 400 ? status : null;
}

const longestQuote = 200;

function notesOn({ id, raw }: ComputeInstance, target: DeleteTarget): string[] {
  if (id === target.instanceId) return [];
  if (id !== null) return [`The record that came back has another id: ${quotedValue(id)}.`];
  const rawId = raw.instanceId ?? raw.id ?? null;
  if (rawId === null) return ['The record that came back has no id.'];
  const shown = typeof rawId === 'object' ? 'a structure' : quotedValue(String(rawId));
  return [`The id in the record that came back is not a text but ${shown}.`];
}

function saidBy(answer: ServiceResponse): string | null {
  return isHtml(answer) ? null : serviceMessage(answer.text);
}

function outcome(
  kind: DeleteOutcomeKind,
  answer: ServiceResponse,
  rest: Partial<Omit<DeleteOutcome, 'kind' | 'status' | 'requestId'>> = {},
): DeleteOutcome {
  return { ...blankOutcome, kind, status: answer.status, requestId: answer.requestId, ...rest };
}
