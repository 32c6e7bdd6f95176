import type { DeleteOutcome, DeleteOutcomeKind } from './DeleteOutcome.ts';
import { type ComputeInstance, decodeInstance } from './decodeInstance.ts';
import { isHtml } from './isHtml.ts';
import { parseAnswer } from './parseAnswer.ts';
import { quotedValue } from './quotedValue.ts';
import type { ServiceAnswer } from './request.ts';
import { ServiceError } from './ServiceError.ts';
import { serviceMessage } from './serviceMessage.ts';

/** What was asked to be deleted: the three path parameters of section 4.1. */
export type DeleteTarget = { workspaceSlug: string; databaseName: string; instanceId: string };

/**
 * The one place where an answer to a delete gets its name, by the class of its status alone (section 4.1 shows no codes).
 * What proves neither success nor refusal is `unknown`; it is never guessed.
 */
export function deleteOutcomeOf(answer: ServiceAnswer, target: DeleteTarget): DeleteOutcome {
  const { status } = answer;
  if (status === 204) return outcome('deleted', answer);
  if (status >= 200 && status <= 299) return outcomeOfBody(answer, target);
  if (status === 404 || status === 410) return outcome('gone', answer, { reason: saidBy(answer) ?? '' });
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

function outcomeOfBody(answer: ServiceAnswer, target: DeleteTarget): DeleteOutcome {
  let body: unknown;
  try {
    body = parseAnswer(answer);
  } catch (error) {
    if (answer.status === 202) return outcome('accepted', answer);
    const reason = error instanceof ServiceError ? error.message : 'The answer is unreadable.';
    return outcome('unknown', answer, { reason });
  }
  const record = decodeInstance(body);
  if (record === null && answer.status === 202) return outcome('accepted', answer);
  if (record === null)
    return outcome('unknown', answer, { reason: `The answer (HTTP ${answer.status}) holds no record.` });
  const slug = record.workspace?.slug ?? null;
  if (slug !== null && slug !== target.workspaceSlug)
    return outcome('mismatch', answer, {
      record,
      reason: `Asked in the workspace ${quotedValue(target.workspaceSlug)}, answered from the workspace ${quotedValue(slug)}.`,
    });
  const kind = answer.status === 202 ? 'accepted' : 'deleted';
  return outcome(kind, answer, { record, notes: notesOn(record, target) });
}

function notesOn({ id, raw }: ComputeInstance, target: DeleteTarget): string[] {
  if (id === target.instanceId) return [];
  if (id !== null) return [`The record that came back has another id: ${quotedValue(id)}.`];
  const rawId = raw.instanceId ?? raw.id ?? null;
  if (rawId === null) return ['The record that came back has no id.'];
  const shown = typeof rawId === 'object' ? 'a structure' : quotedValue(String(rawId));
  return [`The id in the record that came back is not a text but ${shown}.`];
}

function saidBy(answer: ServiceAnswer): string | null {
  return isHtml(answer) ? null : serviceMessage(answer.text);
}

function outcome(
  kind: DeleteOutcomeKind,
  answer: ServiceAnswer,
  rest: Partial<Pick<DeleteOutcome, 'reason' | 'record' | 'notes' | 'retryAfterMs'>> = {},
): DeleteOutcome {
  return {
    kind,
    reason: '',
    status: answer.status,
    requestId: answer.requestId,
    retryAfterMs: null,
    record: null,
    notes: [],
    ...rest,
  };
}
