export type UpstreamFailure = { status: 502 | 504; message: string };

/**
 * What the browser is told where a service gave no complete headers: 504 after the deadline, else 502. The code of
 * the system tells whether the request can have been sent at all; nothing else of the error leaves the server.
 * @param waitedMs the deadline where it passed, null where it did not
 */
export function upstreamFailure(error: unknown, waitedMs: number | null): UpstreamFailure {
  if (waitedMs !== null)
    return { status: 504, message: `The service did not answer within ${waitedMs / 1000} seconds.` };
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
  const sent = neverConnected.has(code) ? 'The request was probably not sent.' : 'It may have been received.';
  return { status: 502, message: `The service could not be reached (${code}). ${sent}` };
}

const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);
