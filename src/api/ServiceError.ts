/** Classes of failure the console tells apart; section 7 defines no codes, so screens key on these alone. */
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
  /** One sentence for the admin. */
  message: string;
  /** The HTTP status, null where none arrived. It wins over `statusCode` of the body. */
  status?: number | null;
  /** What the service itself said: text, at most 500 characters. */
  serviceMessage?: string | null;
  requestId?: string | null;
  retryAfterMs?: number | null;
  /** Whether asking again, unchanged, may help a read. No delete is ever asked again on this. */
  transient?: boolean;
};

/** The one failure value of the wire: made in `api/` only, and never interpreted by its words downstream. */
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
}
