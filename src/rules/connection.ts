export type Connection = {
  /** Without a trailing slash: a path on our origin or an http(s) URL. */
  readonly serviceUrl: string;
  /** ID in `config.json`. Our server rejects requests with a different one. */
  readonly serviceId?: string;
  readonly token: string;
  /** False after the session has ended. No request is sent then. */
  readonly isOpen?: () => boolean;
  /** Called for each 401 of the service. Not called for the 401 of a proxy in front of the console. */
  readonly onRejectedToken?: () => void;
};

/** Check before building the header (`service.md` §5): the error for an invalid one contains the token. */
export function isValidToken(token: string): boolean {
  return /^[\x21-\x7e]{1,8192}$/.test(token);
}

/** For texts that the console stores or shows. Keeps a short token, because ordinary words may contain it. */
export function redactToken(text: string, token: string): string {
  if (token.length < (/^[a-z]+$/i.test(token) ? 16 : 8)) return text;
  const spellings = new Set([token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1)]);
  return [...spellings].reduce((result, spelling) => result.replaceAll(spelling, redactedText), text);
}

export const redactedText = '[redacted]';
