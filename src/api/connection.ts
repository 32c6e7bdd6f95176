/** The service and the token of one session. The token is stored nowhere else in `api/`. */
export type Connection = {
  /** base_url of the service without a trailing slash: a path on the own origin or an http(s) URL. */
  readonly serviceUrl: string;
  /** Names the service that this page was loaded for. Our server rejects requests for another one. */
  readonly serviceId?: string;
  readonly token: string;
  /** Random. It names the session in stored data. */
  readonly sessionId?: string;
  /** Returns false after the session has ended. From then on no request is sent. */
  readonly isOpen?: () => boolean;
  readonly onRejectedToken?: () => void;
  readonly onRequest?: (record: RequestRecord) => void;
};

/** One finished request, for problem reports. It contains no token and no body. */
export type RequestRecord = {
  /** Time of dispatch, ms since the epoch. */
  readonly at: number;
  readonly method: 'GET' | 'DELETE';
  readonly path: string;
  readonly status: number | null;
  readonly durationMs: number;
  /** Bytes of the decoded body that were read. */
  readonly bytes: number;
  readonly requestId: string | null;
  /** Time of the response by the service's clock, ms since the epoch. */
  readonly servedAt: number | null;
};

/**
 * Returns true if a text can be sent in the Authorization header (section 5). Call it before the header is built, because
 * the browser's own error message would contain the token.
 */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]{1,8192}$/.test(text);
}

/**
 * Removes the token from text of a response, plain, percent-encoded or escaped in JSON. A service may repeat it in a message,
 * which is stored and can be read by the next admin. Short tokens stay, because they could be a part of other words.
 */
export function withoutToken(text: string, token: string): string {
  if (token.length < (/^[a-z]+$/i.test(token) ? 16 : 8)) return text;
  const forms = new Set([token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1)]);
  return [...forms].reduce((result, form) => result.replaceAll(form, redacted), text);
}

export const redacted = '[redacted]';
