import { createMiddleware } from 'hono/factory';
import { type FaultEffect, findFault } from './faults.ts';
import type { SandboxEnv } from './workspaces.ts';

export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** Creates middleware that changes the response to each request whose path contains the name of a fault. */
export function createFaultMiddleware(sleep: Sleep) {
  const alreadyReadPaths = new Set<string>();
  return createMiddleware<SandboxEnv>(async (context, next) => {
    const { method, path, raw } = context.req;
    const foundFault = findFault(context.req.param());
    const isRead = method !== 'DELETE';
    if (
      foundFault === undefined ||
      (foundFault.scope === 'history' && !path.endsWith('/subscription/history'))
    )
      return next();
    if (foundFault.scope === 'later' && (!isRead || !alreadyReadPaths.has(path))) {
      alreadyReadPaths.add(path);
      return next();
    }
    const { isHandled, effect } = foundFault.fault;
    if (isHandled) await next();
    const usualResponse = isHandled ? context.res : null;
    // Keep the 404 for an unknown database or a deleted instance.
    if (usualResponse !== null && !usualResponse.ok) return;
    context.res = await createFaultyResponse(effect, usualResponse ?? new Response(), sleep, raw.signal);
  });
}

async function createFaultyResponse(
  effect: FaultEffect,
  usualResponse: Response,
  sleep: Sleep,
  signal: AbortSignal,
): Promise<Response> {
  switch (effect.kind) {
    case 'replaced': {
      const { body, repeatCount, status, headers = {} } = effect;
      const sentBody = repeatCount === undefined ? body : streamOf(repeatAsJson(body ?? '', repeatCount));
      return new Response(sentBody, { status, headers });
    }
    case 'delayed':
      await sleep(effect.ms, signal);
      return usualResponse;
    case 'half':
      return new Response(
        streamHalf(await usualResponse.text(), effect.ending, sleep, signal),
        usualResponse,
      );
    case 'altered':
      return Response.json(alterRecords(await usualResponse.json(), effect.alteration));
    case 'part':
      return createPart(await usualResponse.json(), effect.mark);
  }
}

function createPart(value: unknown, mark: 'status' | 'link' | 'total'): Response {
  const items = Array.isArray(value) ? value : null;
  const headers = {
    status: { 'Content-Range': `items 0-*/${items?.length ?? '*'}` },
    link: { Link: '<?page=2>; rel="next"' },
    total: { 'X-Total-Count': `${items?.length ?? 2}` },
  };
  const part = items?.slice(0, Math.floor(items.length / 2)) ?? value;
  return Response.json(part, { status: mark === 'status' ? 206 : 200, headers: headers[mark] });
}

function streamHalf(text: string, ending: 'reset' | 'silence' | 'end', sleep: Sleep, signal: AbortSignal) {
  let isSent = false;
  const readerCancelled = new AbortController();
  const abandonedSignal = AbortSignal.any([signal, readerCancelled.signal]);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!isSent) {
        isSent = true;
        return controller.enqueue(new TextEncoder().encode(text.slice(0, Math.ceil(text.length / 2))));
      }
      if (ending === 'end') return controller.close();
      // Wait before a reset, because a reset discards data that the operating system has not sent yet.
      await sleep(ending === 'reset' ? 50 : 600_000, abandonedSignal);
      controller.error(new Error('The sandbox cut this response.'));
    },
    cancel: () => readerCancelled.abort(),
  });
}

/** Yields a JSON string of `repeatCount` copies of a text in pieces, because the whole string would fill the memory. */
function* repeatAsJson(text: string, repeatCount: number): Generator<string> {
  const repeatsPerPiece = 10_000;
  const piece = text.repeat(repeatsPerPiece);
  yield '"';
  for (let count = 0; count < repeatCount; count += repeatsPerPiece) yield piece;
  yield '"';
}

function alterRecords(value: unknown, alteration: string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => alterRecords(item, alteration));
  if (typeof value !== 'object' || value === null) return value;
  const record: Record<string, unknown> = { ...value };
  switch (alteration) {
    case 'other-workspace':
      return { ...record, workspace: changeWorkspace(record.workspace) };
    case 'numeric-id':
      return { ...record, id: 9_007_199_254_740_992 };
    case 'sparse':
      return { id: record.id, name: null, workspace: record.workspace, level: record.level, created: null };
    default:
      return { ...record, costCentre: 'CC-7', tags: { team: 'growth', tier: [1, 2] }, '': '\u202Eltr' };
  }
}

function changeWorkspace(workspace: unknown): unknown {
  if (typeof workspace !== 'object') return 'somebody-else';
  return { ...workspace, slug: 'somebody-else', name: 'Somebody else', id: 'ws-somebody-else' };
}

/** Streams texts as UTF-8. Waits for the reader before each text, because a long list must not block other requests. */
export function streamOf(texts: Iterator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull(controller) {
      const { done, value } = texts.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
}
