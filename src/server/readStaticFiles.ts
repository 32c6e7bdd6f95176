import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Encoding } from './acceptedEncodings.ts';

export type StaticFile = {
  contentType: string;
  cacheControl: string;
  etag: string;
  plain: Buffer;
  /** The same, compressed at build time. */
  bodies: Partial<Record<Encoding, Buffer>>;
};

/**
 * Reads a built client into memory; it is small, and a file read for every request makes Node five times slower.
 * @param dir directory of the build
 * @returns files by their address, such as `/assets/main-abc.js`
 */
export function readStaticFiles(dir: string): ReadonlyMap<string, StaticFile> {
  const contents = new Map(filesBelow(dir, '').map((path) => [path, readFileSync(join(dir, path))]));
  const files = new Map<string, StaticFile>();
  for (const [path, plain] of contents) {
    if (/\.(?:br|gz)$|\/\./.test(path)) continue;
    const br = contents.get(`${path}.br`);
    const gzip = contents.get(`${path}.gz`);
    files.set(path, {
      contentType: contentTypes[extname(path)] ?? 'application/octet-stream',
      cacheControl: cacheControlOf(path),
      etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      plain,
      bodies: { ...(br && { br }), ...(gzip && { gzip }) },
    });
  }
  return files;
}

function filesBelow(dir: string, below: string): string[] {
  return readdirSync(join(dir, below), { withFileTypes: true }).flatMap((entry) => {
    const path = `${below}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(dir, path) : [path];
  });
}

function cacheControlOf(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  return path.endsWith('.html') ? 'no-store' : 'no-cache';
}

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
