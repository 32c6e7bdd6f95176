import { createMiddleware } from 'hono/factory';
import { type FaultEffect, findFault } from './faults.ts';
import type { SandboxEnv } from './workspaces.ts';

export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export function createFaultMiddleware(sleep: Sleep) {
  return createMiddleware<SandboxEnv>(async (context, next) => {
    const { path, raw } = context.req;
    const foundFault = findFault(context.req.param());
    if (foundFault === undefined) return next();
    if (foundFault.isForHistoryOnly && !path.endsWith('/subscription/history')) return next();
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
    case 'replaced':
      return new Response(effect.body, { status: effect.status, headers: effect.headers });
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
  }
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
