import { setTimeout as sleep } from 'node:timers/promises';
import { isSameWorkspace } from '../../rules/instanceRecord.ts';
import type { EpochMs } from '../../rules/time.ts';
import type { ServiceClient, ServiceResponse } from '../service/client.ts';
import { toForwardedHeaders } from '../service/forwardRead.ts';
import { getHeader } from '../service/response.ts';

/** A read of the service that began before its page asked for it. Null unless it is a complete JSON list. */
type PendingRead = Promise<{ bytes: Buffer<ArrayBuffer>; headers: Record<string, string> } | null>;

export type PendingReads = ReturnType<typeof createPendingReads>;

/** How long (ms) a response waits for its page, and how long a sign-in waits for the spelling of its workspace. */
const maxWaitMs = 10_000;
const spellingWaitMs = 1_000;
const maxBytes = 8_000_000;

/** Asks for the first lists while a sign-in is still being checked, so that the page gets them one round trip earlier. */
export function createPendingReads(
  service: ServiceClient,
  now: () => EpochMs,
  listPaths: (workspace: string) => Promise<readonly string[]>,
) {
  const reads = new Map<string, PendingRead>();

  return {
    async start(workspace: string, token: string, requestId: string) {
      const controller = new AbortController();
      const { signal } = controller;
      const started = new Map<string, PendingRead>();
      for (const path of await listPaths(workspace)) {
        const requestedAt = now();
        const response = service({ method: 'GET', path, token, requestId }, { signal });
        started.set(
          path,
          response.then((each) => bufferList(each, requestedAt)).catch(() => null),
        );
      }
      const timer = setTimeout(() => controller.abort(), 3 * maxWaitMs).unref();
      return {
        cancel() {
          clearTimeout(timer);
          controller.abort();
        },
        /** Only this session gets the responses, each of them once. */
        assign(sessionId: string) {
          for (const [path, read] of started) reads.set(`${sessionId} ${path}`, read);
          setTimeout(() => {
            for (const path of started.keys()) reads.delete(`${sessionId} ${path}`);
          }, maxWaitMs).unref();
        },
        /** The service's spelling of the slug (`service.md` §2), or null. Two spellings would have two logs, and could delete twice. */
        async findSpelling(): Promise<string | null> {
          const slugs = [...started.values()].map(async (read) => {
            const text = (await read)?.bytes.subarray(0, 65_536).toString() ?? '';
            return findSlug(text) ?? Promise.reject(new Error('This list names no workspace.'));
          });
          const found = Promise.any(slugs).catch(() => null);
          const slug = await Promise.race([found, sleep(spellingWaitMs, null, { ref: false })]);
          return slug !== null && slug !== workspace && isSameWorkspace(slug, workspace) ? slug : null;
        },
      };
    },
    async take(sessionId: string, path: string): Promise<Response | null> {
      const key = `${sessionId} ${path}`;
      const read = reads.get(key);
      reads.delete(key);
      const list = await read;
      return list ? new Response(list.bytes, { headers: list.headers }) : null;
    },
  };
}

async function bufferList({ status, headers, body }: ServiceResponse, requestedAt: EpochMs): PendingRead {
  const isJson = /^application\/json\b/i.test(getHeader(headers, 'content-type') ?? '');
  const chunks: Buffer[] = [];
  let byteCount = 0;
  for await (const chunk of body) {
    byteCount += chunk.length;
    // Leaving the loop destroys the body.
    if (status !== 200 || !isJson || byteCount > maxBytes) return null;
    chunks.push(Buffer.from(chunk));
  }
  const bytes = Buffer.concat(chunks);
  return {
    bytes,
    headers: { ...toForwardedHeaders(headers, requestedAt), 'content-length': `${bytes.length}` },
  };
}

/** The first one in the text of a list, which may be cut off. */
function findSlug(text: string): string | null {
  const [, json] = /"slug"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text) ?? [];
  try {
    return json === undefined ? null : String(JSON.parse(json));
  } catch {
    return null;
  }
}
