export type RequestFacts = {
  method: string;
  /** The route, or the path where its values may be shown. */
  path: string;
  /** The status given, or that would have been given had the browser stayed. */
  status: number;
  ms: number;
  bytes: number;
  requestId: string;
  /** The answer did not reach the browser as a whole. */
  cut: boolean;
  /** Values that must not be written, such as the token of the request. */
  secrets: readonly string[];
};

/** One line of JSON about one request. A token that stands in the path is blotted out. */
export function requestLine(facts: RequestFacts, time: Date = new Date()): string {
  const { method, path, status, ms, bytes, requestId, cut, secrets } = facts;
  return JSON.stringify({
    time: time.toISOString(),
    method,
    path: blot(path, secrets),
    status,
    ms: Math.round(ms * 10) / 10,
    bytes,
    requestId: blot(requestId, secrets),
    ...(cut ? { cut } : {}),
  });
}

function blot(text: string, secrets: readonly string[]): string {
  let clean = text.includes('eyJ') ? text.replace(readableToken, '[redacted]') : text;
  for (const secret of secrets)
    for (const spelling of [secret, encodeURIComponent(secret)])
      clean = clean.replaceAll(spelling, '[redacted]');
  return clean;
}

/** A JWT pasted into the address bar has no request of its own that would name it as a token. */
const readableToken = /eyJ[\w-]{8,}(?:\.[\w-]*)*/g;
