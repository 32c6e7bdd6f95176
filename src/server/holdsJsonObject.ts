import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/**
 * Whether a whole answer is labelled and readable as a JSON object: only then a 404 is the service's own word, and
 * not that of something in between (section 7).
 * @param headers names and values in turn
 * @param maxBytes what a compressed body may grow to
 */
export function holdsJsonObject(headers: readonly string[], body: Buffer, maxBytes: number): boolean {
  const type = headers[headers.indexOf('content-type') + 1];
  if (!headers.includes('content-type') || !/^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type ?? ''))
    return false;
  const at = headers.indexOf('content-encoding');
  const encoding = at < 0 ? 'identity' : (headers[at + 1] ?? '').trim().toLowerCase();
  try {
    const plain = decoders[encoding]?.(body, { maxOutputLength: maxBytes });
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plain));
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

const decoders: Record<string, (body: Buffer, options: { maxOutputLength: number }) => Buffer> = {
  identity: (body) => body,
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};
