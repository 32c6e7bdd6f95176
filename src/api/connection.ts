/** Who asks, and where: everything a call needs beside its own values. The token lives here and nowhere else. */
export type Connection = {
  /** base_url of the service without a trailing slash: a path of the own origin or an http(s) URL. */
  readonly serviceUrl: string;
  /** The access token of section 5, sent as `Authorization: Bearer …`. */
  readonly token: string;
  /** False once its session has ended: from then on nothing is sent over it. */
  readonly isOpen?: () => boolean;
  /** Told of a 401, so that the session can ask for another token. */
  readonly onRejectedToken?: () => void;
  /** Told of every call once it has ended. */
  readonly onRequest?: (record: RequestRecord) => void;
};

/** What became of one call, for people who have to report it. Holds no token and no body. */
export type RequestRecord = {
  /** When it was sent, ms since the epoch. */
  readonly at: number;
  readonly method: 'GET' | 'DELETE';
  /** The address asked, without the base_url. */
  readonly path: string;
  /** null where no answer arrived. */
  readonly status: number | null;
  readonly durationMs: number;
  /** Bytes of the decoded body that were read. */
  readonly bytes: number;
  readonly requestId: string | null;
};

/**
 * Whether a text can stand in the Authorization header (section 5). Checked before it meets a header, because
 * an engine's own complaint would repeat the token.
 */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]{1,8192}$/.test(text);
}
