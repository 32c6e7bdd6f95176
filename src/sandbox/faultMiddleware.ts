import { createMiddleware } from 'hono/factory';
import { type FaultEffect, findFault } from './faults.ts';
import type { SandboxEnv } from './workspaces.ts';

/** Resolves after `ms`, or at once when the caller gives up or the sandbox is closed. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** Stands before every operation and spoils its answer where a path value names a fault. One for each sandbox. */
export function createFaultMiddleware(sleep: Sleep) {
  const answeredOnce = new Set<string>();
  return createMiddleware<SandboxEnv>(async (context, next) => {
    const { method, path, raw } = context.req;
    const found = findFault(context.req.param());
    const isRead = method !== 'DELETE';
    if (found === undefined || (found.scope === 'history' && !path.endsWith('/subscription/history')))
      return next();
    if (found.scope === 'later' && (!isRead || !answeredOnce.has(path))) {
      answeredOnce.add(path);
      return next();
    }
    const { performs, effect } = found.fault;
    if (performs) await next();
    const ordinary = performs ? context.res : null;
    // What is already wrong (an unknown database, deleted before) is answered as such.
    if (ordinary !== null && !ordinary.ok) return;
    context.res = await applyFault(effect, ordinary ?? new Response(), sleep, raw.signal);
  });
}

/**
 * Makes a fault's answer out of the ordinary one.
 * @param signal ends a pause when the caller gives up
 */
async function applyFault(
  effect: FaultEffect,
  ordinary: Response,
  sleep: Sleep,
  signal: AbortSignal,
): Promise<Response> {
  switch (effect.kind) {
    case 'instead': {
      const body = effect.repeat === undefined ? effect.body : repeated(effect.body ?? '', effect.repeat);
      return new Response(body, { status: effect.status, headers: effect.headers ?? {} });
    }
    case 'late':
      await sleep(effect.ms, signal);
      return ordinary;
    case 'half':
      return new Response(half(await ordinary.text(), effect.then, sleep, signal), ordinary);
    case 'altered':
      return Response.json(altered(await ordinary.json(), effect.how));
  }
}

function half(text: string, then: 'reset' | 'silence' | 'end', sleep: Sleep, signal: AbortSignal) {
  let sent = false;
  const unread = new AbortController();
  const givenUp = AbortSignal.any([signal, unread.signal]);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!sent) {
        sent = true;
        return controller.enqueue(new TextEncoder().encode(text.slice(0, Math.ceil(text.length / 2))));
      }
      if (then === 'end') return controller.close();
      // A moment for what was sent to leave the machine; a reset would overtake it.
      await sleep(then === 'reset' ? 50 : 600_000, givenUp);
      controller.error(new Error('The sandbox cut this answer off.'));
    },
    cancel: () => unread.abort(),
  });
}

/** A JSON string of one text over and over, never whole in memory. */
function repeated(text: string, times: number) {
  const atOnce = 10_000;
  const piece = new TextEncoder().encode(text.repeat(atOnce));
  const quote = new TextEncoder().encode('"');
  let left = Math.ceil(times / atOnce);
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(quote),
    pull(controller) {
      left -= 1;
      controller.enqueue(left < 0 ? quote : piece);
      if (left < 0) controller.close();
    },
  });
}

function altered(answer: unknown, how: string): unknown {
  if (Array.isArray(answer)) return answer.map((item: unknown) => altered(item, how));
  if (typeof answer !== 'object' || answer === null) return answer;
  const record: Record<string, unknown> = { ...answer };
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
