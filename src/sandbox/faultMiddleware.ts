import { createMiddleware } from 'hono/factory';
import { type FaultEffect, findFault } from './faults.ts';
import type { SandboxEnv } from './workspaces.ts';

export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** Creates the middleware of a sandbox that changes the response if a path value names a fault. */
export function createFaultMiddleware(sleep: Sleep) {
  const succeededOnce = new Set<string>();
  return createMiddleware<SandboxEnv>(async (context, next) => {
    const { method, path, raw } = context.req;
    const found = findFault(context.req.param());
    const isRead = method !== 'DELETE';
    if (found === undefined || (found.scope === 'history' && !path.endsWith('/subscription/history')))
      return next();
    if (found.scope === 'later' && (!isRead || !succeededOnce.has(path))) {
      succeededOnce.add(path);
      return next();
    }
    const { isPerformed, effect } = found.fault;
    if (isPerformed) await next();
    const ordinary = isPerformed ? context.res : null;
    // An ordinary error (unknown database, deleted instance) takes precedence.
    if (ordinary !== null && !ordinary.ok) return;
    context.res = await applyFault(effect, ordinary ?? new Response(), sleep, raw.signal);
  });
}

async function applyFault(
  effect: FaultEffect,
  ordinary: Response,
  sleep: Sleep,
  signal: AbortSignal,
): Promise<Response> {
  switch (effect.kind) {
    case 'instead': {
      const { body, repeat, status, headers = {} } = effect;
      return new Response(repeat === undefined ? body : streamOf(repeated(body ?? '', repeat)), {
        status,
        headers,
      });
    }
    case 'late':
      await sleep(effect.ms, signal);
      return ordinary;
    case 'half':
      return new Response(half(await ordinary.text(), effect.ending, sleep, signal), ordinary);
    case 'altered':
      return Response.json(altered(await ordinary.json(), effect.how));
  }
}

function half(text: string, ending: 'reset' | 'silence' | 'end', sleep: Sleep, signal: AbortSignal) {
  let isSent = false;
  const unread = new AbortController();
  const abandoned = AbortSignal.any([signal, unread.signal]);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!isSent) {
        isSent = true;
        return controller.enqueue(new TextEncoder().encode(text.slice(0, Math.ceil(text.length / 2))));
      }
      if (ending === 'end') return controller.close();
      // Wait until the first half has left the machine, because a reset would overtake it.
      await sleep(ending === 'reset' ? 50 : 600_000, abandoned);
      controller.error(new Error('The sandbox cut this response.'));
    },
    cancel: () => unread.abort(),
  });
}

/** Yields a JSON string of a repeated text in pieces, because the whole would fill the memory. */
function* repeated(text: string, times: number): Generator<string> {
  const timesPerPiece = 10_000;
  const piece = text.repeat(timesPerPiece);
  yield '"';
  for (let done = 0; done < times; done += timesPerPiece) yield piece;
  yield '"';
}

function altered(value: unknown, how: string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => altered(item, how));
  if (typeof value !== 'object' || value === null) return value;
  const record: Record<string, unknown> = { ...value };
  switch (how) {
    case 'other-workspace':
      return { ...record, workspace: otherWorkspace(record.workspace) };
    case 'numeric-id':
      return { ...record, id: 9_007_199_254_740_992 };
    case 'sparse':
      return { id: record.id, name: null, workspace: record.workspace, level: record.level, created: null };
    default:
      return { ...record, costCentre: 'CC-7', tags: { team: 'growth', tier: [1, 2] }, '': '\u202Eltr' };
  }
}

function otherWorkspace(workspace: unknown): unknown {
  if (typeof workspace !== 'object') return 'somebody-else';
  return { ...workspace, slug: 'somebody-else', name: 'Somebody else', id: 'ws-somebody-else' };
}

/** Streams texts as UTF-8. Takes the next text only when the reader is ready, so that other requests get their turn. */
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
