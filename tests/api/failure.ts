import type { DeleteOutcome, DeleteOutcomeKind } from '../../src/api/deleteOutcome.ts';
import type { ServiceError, ServiceErrorKind } from '../../src/api/errors.ts';
import type { WireScript, WireStep } from '../support/failureServer.ts';
import { rawResponse } from '../support/rawResponses.ts';

type Reads = { history?: object; regions?: object };
type Special = {
  /** Number of requests on the wire. The default is 1. */
  sent?: number;
  condition?: 'offline' | 'refused connection' | 'unknown host' | 'reused socket' | 'time limit';
};

/** One failure and its result for each operation. An operation without a result is not tested. */
export type Failure = Special & Reads & { row: number; name: string; script: WireScript; DELETE?: object };

export function failure(
  row: number,
  name: string,
  script: WireScript,
  outcome: object | null,
  reads: Reads = {},
  special: Special = {},
): Failure {
  return { row, name, script, ...(outcome && { DELETE: outcome }), ...reads, ...special };
}

export const sends =
  (...steps: WireStep[]): WireScript =>
  () =>
    steps;
export const responds = (parts: Parameters<typeof rawResponse>[0]) => sends(rawResponse(parts));
export const json = (value: unknown, status = 200) => responds({ status, body: JSON.stringify(value) });
export function outcome(kind: DeleteOutcomeKind, status: number | null, more: Partial<DeleteOutcome> = {}) {
  return { kind, status, record: null, ...more };
}
export function fails(
  kind: ServiceErrorKind,
  status: number | null,
  more: Partial<ServiceError> = {},
): Reads {
  const error = { kind, status, transient: false, ...more };
  return { history: { error }, regions: { error } };
}
export const historyList = (items: unknown[], unreadable: unknown[] = []) => ({
  history: { list: { items, unreadable } },
});
export const regionsList = (items: unknown[], unreadable: unknown[] = []) => ({
  regions: { list: { items, unreadable } },
});

export const transient = { transient: true };
