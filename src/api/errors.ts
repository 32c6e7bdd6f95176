/** The classes of failure. Section 7 defines no codes, so screens decide by these alone. */
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

type Facts = {
  kind: ServiceErrorKind;
  message: string;
  status?: number | null;
  /** The message of the service as plain text, at most 500 characters. */
  serviceMessage?: string | null;
  requestId?: string | null;
  retryAfterMs?: number | null;
  /** True if repeating a read may help. A DELETE is never repeated. */
  transient?: boolean;
};

/** The only error class that a request can throw. Only `api/` creates it, and other code never parses its message. */
export class ServiceError extends Error {
  readonly kind: ServiceErrorKind;
  readonly status: number | null;
  readonly serviceMessage: string | null;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
  readonly transient: boolean;

  constructor(facts: Facts) {
    super(facts.message);
    this.name = 'ServiceError';
    this.kind = facts.kind;
    this.status = facts.status ?? null;
    this.serviceMessage = facts.serviceMessage ?? null;
    this.requestId = facts.requestId ?? null;
    this.retryAfterMs = facts.retryAfterMs ?? null;
    this.transient = facts.transient ?? false;
  }

  /** False if the failure came before the dispatch, so the service can't have acted. */
  get wasSent(): boolean {
    return !['offline', 'signed-out', 'bad-path'].includes(this.kind);
  }
}

/** Returns true if a failed read may be repeated: at most twice, and only after a transient error. */
export function mayRetryRead(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof ServiceError && error.transient;
}
