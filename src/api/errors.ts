import type { RefusalCode } from '../rules/requests.ts';

export type ServiceErrorKind =
  | 'signed-out'
  | 'offline'
  | 'aborted'
  | 'unreachable'
  | 'timeout'
  | 'rejected-token'
  | 'forbidden'
  | 'not-found'
  | 'too-many-requests'
  | 'refused'
  | 'service-failure'
  | 'not-the-service'
  | 'proxy-in-front'
  | 'unreadable'
  | 'too-large';

/** Only `api/` creates these errors, and no code parses their messages. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly kind: ServiceErrorKind;
  readonly status: number | null = null;
  /** Of a refusal by our own server. */
  readonly code: RefusalCode | null = null;
  readonly serviceMessage: string | null = null;
  readonly requestId: string | null = null;
  readonly retryAfterMs: number | null = null;
  /** True if a repeated read may succeed. */
  readonly isTransient: boolean = false;

  constructor({ message, kind, ...details }: ServiceErrorFields) {
    super(message);
    this.kind = kind;
    Object.assign(this, details);
  }

  /** True if the sign-in form must cover the page. */
  get asksToSignIn(): boolean {
    return this.kind === 'signed-out' || this.kind === 'rejected-token';
  }
}

type ServiceErrorFields = Pick<ServiceError, 'kind' | 'message'> &
  Partial<
    Pick<ServiceError, 'status' | 'code' | 'serviceMessage' | 'requestId' | 'retryAfterMs' | 'isTransient'>
  >;

/** The longest `Retry-After` that a read waits for (ms). */
export const maxRetryWaitMs = 60_000;

/** At most twice, only after a transient error, and not if the service asks for a longer wait. */
export function mayRetryRead(failureCount: number, error: Error): boolean {
  if (failureCount >= 2 || !(error instanceof ServiceError)) return false;
  return error.isTransient && (error.retryAfterMs ?? 0) <= maxRetryWaitMs;
}
