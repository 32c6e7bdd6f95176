export type ServiceErrorKind =
  | 'offline'
  | 'signed-out'
  | 'bad-path'
  | 'aborted'
  | 'unreachable'
  | 'timeout'
  | 'rejected-token'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'too-many-requests'
  | 'refused'
  | 'service-failure'
  | 'not-the-service'
  | 'proxy-in-front'
  | 'unreadable'
  | 'too-large';

type ServiceErrorFields = {
  kind: ServiceErrorKind;
  message: string;
  status?: number | null;
  /** The message of the service as plain text, at most 500 characters. */
  serviceMessage?: string | null;
  requestId?: string | null;
  retryAfterMs?: number | null;
  /** True if a repeated read may succeed. A DELETE is never repeated. */
  isTransient?: boolean;
};

/** The only error that a request throws. Only `api/` creates these errors, and no code parses their messages. */
export class ServiceError extends Error {
  readonly kind: ServiceErrorKind;
  readonly status: number | null;
  readonly serviceMessage: string | null;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
  readonly isTransient: boolean;

  constructor(fields: ServiceErrorFields) {
    super(fields.message);
    this.name = 'ServiceError';
    this.kind = fields.kind;
    this.status = fields.status ?? null;
    this.serviceMessage = fields.serviceMessage ?? null;
    this.requestId = fields.requestId ?? null;
    this.retryAfterMs = fields.retryAfterMs ?? null;
    this.isTransient = fields.isTransient ?? false;
  }

  /** True if the service may have received the request. False only if certainly no request was sent. */
  get mayHaveBeenSent(): boolean {
    return !['offline', 'signed-out', 'bad-path'].includes(this.kind);
  }
}

/** The longest `Retry-After` that a read waits for (ms). */
export const maxRetryWaitMs = 60_000;

/** A read is repeated at most twice, only after a transient error, and not if the service asks for a longer wait. */
export function mayRetryRead(failureCount: number, error: Error): boolean {
  if (failureCount >= 2 || !(error instanceof ServiceError)) return false;
  return error.isTransient && (error.retryAfterMs ?? 0) <= maxRetryWaitMs;
}
