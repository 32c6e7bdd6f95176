import { setTimeout as sleep } from 'node:timers/promises';
import { isSameWorkspace } from '../../rules/instanceRecord.ts';
import { buildServicePath } from '../../rules/pathValues.ts';
import { parseAge } from '../../rules/responseHeaders.ts';
import type { EpochMs } from '../../rules/time.ts';
import type { RawServiceResponse, ServiceClient } from '../service/client.ts';
import { type BufferedResponse, readPassedHeaders } from '../service/responses.ts';
import { getHeader } from '../service/serviceResponse.ts';

/** A read of the service that began before its page asked for it. Null unless it is a complete JSON list. */
type PendingRead = Promise<BufferedResponse | null>;

export type PendingReads = ReturnType<typeof createPendingReads>;

type Options = {
  service: ServiceClient;
  now: () => EpochMs;
  instancesPath: string | null;
  readDatabaseNames: (workspace: string) => Promise<readonly string[]>;
};

/** How long (ms) a response waits for its page, and how long a sign-in waits for the spelling of its workspace. */
const maxWaitMs = 10_000;
const spellingWaitMs = 1_000;
const maxBytes = 8_000_000;
const maxLists = 8;

/** Asks for the first lists while a sign-in is still being checked, so that the page gets them one round trip earlier. */
export function createPendingReads({ service, now, instancesPath, readDatabaseNames }: Options) {
  const reads = new Map<string, PendingRead>();

  async function listPaths(workspace: string): Promise<string[]> {
    if (instancesPath === null) return [];
    const names = instancesPath.includes('{databaseName}') ? await readDatabaseNames(workspace) : [''];
    return names
      .slice(0, maxLists)
      .map((databaseName) => buildServicePath(instancesPath, { workspaceSlug: workspace, databaseName }));
  }

  return {
    async start(workspace: string, token: string, requestId: string) {
      const controller = new AbortController();
      const { signal } = controller;
      const started = new Map(
        (await listPaths(workspace)).map((path): [string, PendingRead] => {
          const call = { method: 'GET' as const, path, token, requestId };
          const requestedAt = now();
          return [
            path,
            service(call, { signal })
              .then((response) => readList(response, requestedAt))
              .catch(() => null),
          ];
        }),
      );
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
        /**
         * The slug of the service's records if it is spelled differently (`service.md` §2), or null. Otherwise each spelling
         * would have its own log, and an instance could be deleted by two of them at the same time.
         */
        async findSpelling(): Promise<string | null> {
          const [first] = started.values();
          if (first === undefined) return null;
          const list = await Promise.race([first, sleep(spellingWaitMs, null, { ref: false })]);
          const slug = findSlug(Buffer.from(list?.body.subarray(0, 65_536) ?? []).toString());
          return slug !== null && slug !== workspace && isSameWorkspace(slug, workspace) ? slug : null;
        },
      };
    },
    take(sessionId: string, path: string): PendingRead | null {
      const key = `${sessionId} ${path}`;
      const read = reads.get(key) ?? null;
      reads.delete(key);
      return read;
    },
  };
}

async function readList(
  { status, headers, body }: RawServiceResponse,
  requestedAt: EpochMs,
): Promise<BufferedResponse | null> {
  const isJson = /^application\/json\b/i.test(getHeader(headers, 'content-type') ?? '');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    // Leaving the loop destroys the body.
    if (status !== 200 || !isJson || bytes > maxBytes) return null;
    chunks.push(Buffer.from(chunk));
  }
  const knownAt = requestedAt - parseAge(getHeader(headers, 'age'));
  const passedHeaders = { ...readPassedHeaders(headers), 'console-requested-at': `${knownAt}` };
  return { status, headers: passedHeaders, body: Buffer.concat(chunks) };
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
