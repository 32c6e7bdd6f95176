/** The kinds of failure that the console distinguishes. */
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
  transient?: boolean;
};

/** The only class of errors that a request throws. Only `api/` creates these errors, and no code parses their messages. */
export class ServiceError extends Error {
  readonly kind: ServiceErrorKind;
  readonly status: number | null;
  readonly serviceMessage: string | null;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
  readonly transient: boolean;

  constructor(fields: ServiceErrorFields) {
    super(fields.message);
    this.name = 'ServiceError';
    this.kind = fields.kind;
    this.status = fields.status ?? null;
    this.serviceMessage = fields.serviceMessage ?? null;
    this.requestId = fields.requestId ?? null;
    this.retryAfterMs = fields.retryAfterMs ?? null;
    this.transient = fields.transient ?? false;
  }

  /** False if certainly no request was sent. True if the service may have received the request. */
  get mayHaveBeenSent(): boolean {
    return !['offline', 'signed-out', 'bad-path'].includes(this.kind);
  }
}

/** Returns true if a failed read may be repeated. A read is repeated at most twice, and only after a transient error. */
export function mayRetryRead(failureCount: number, error: Error): boolean {
  return failureCount < 2 && error instanceof ServiceError && error.transient;
}
