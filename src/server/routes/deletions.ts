import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import * as v from 'valibot';
import { type DeletionLogPageJson, outcomeCodes } from '../../rules/deletion.ts';
import {
  type DeletionRequest,
  deletionRequestSchema,
  dismissRequestSchema,
  protectionRequestSchema,
  uuidSchema,
} from '../../rules/requests.ts';
import { dayMs, toIso } from '../../rules/time.ts';
import type { WriteAudit } from '../deletions/audit.ts';
import { hashJson } from '../deletions/deletionRows.ts';
import type { DeletionRunner } from '../deletions/deletionRunner.ts';
import type { Protections } from '../deletions/protections.ts';
import type { LogCursor, LogFilter } from '../deletions/readLog.ts';
import { parseRequestBody, RefusalError } from '../refusal.ts';
import type { ApiEnv } from '../requestLog.ts';
import type { Access } from '../sessions/sessionStore.ts';

const day = v.pipe(
  v.string(),
  v.isoDate(),
  // 2026-02-31 would be 3 March.
  v.check((text) => new Date(text).toJSON()?.startsWith(text) === true),
  v.transform(Date.parse),
);
const dayAfter = v.pipe(
  day,
  v.transform((ms) => ms + dayMs),
);
const codes = v.pipe(
  v.string(),
  v.transform((text) => text.split(',')),
  v.array(v.picklist(outcomeCodes)),
);
const cursor = v.pipe(
  v.string(),
  v.regex(/^\d{1,16}(?:\.\d+)?_[\w-]{36}$/),
  v.transform((text): LogCursor => ({ confirmedAt: Number.parseFloat(text), id: text.slice(-36) })),
);
const querySchema = v.object({
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(500))),
  result: v.optional(codes),
  mine: v.optional(v.literal('1')),
  from: v.optional(day),
  to: v.optional(dayAfter),
  before: v.nullish(cursor, null),
  limit: v.optional(v.pipe(v.string(), v.digits(), v.toNumber(), v.minValue(1), v.maxValue(500)), '200'),
  id: v.optional(uuidSchema),
});

export function createDeletionRoutes(
  runner: DeletionRunner,
  protections: Protections,
  audit: WriteAudit,
): Hono<ApiEnv> {
  const { reader: log } = runner;
  const protect = (change: 'set' | 'remove') => async (context: Context<ApiEnv>) => {
    const request = await parseRequestBody(context, protectionRequestSchema);
    return context.json({ protections: await protections[change](context.var.access, request) });
  };
  return new Hono<ApiEnv>()
    .use('/deletions', compress())
    .get('/deletions', async (context) => {
      const { workspace, actor } = context.var.access;
      const { filter, before, limit, isFiltered } = readQuery(context);
      await runner.refresh(workspace);
      // Read first, so that the next request finds a change in between.
      const version = await log.readVersion(workspace);
      const etag = `"${version}-${hashJson(actor).slice(0, 16)}"`;
      // Compression makes an ETag weak.
      if (context.req.header('if-none-match')?.replace(/^W\//, '') === etag)
        return context.body(null, 304, { ETag: etag });
      const now = context.var.access.time;
      const current = isFiltered ? [] : await log.readCurrent(workspace, now);
      const { rows, next } = await log.readPage(workspace, filter, before, limit);
      const listed = [...new Map([...current, ...rows].map((row) => [row.id, row])).values()];
      listed.sort((a, b) => b.confirmedAt - a.confirmedAt || (a.id < b.id ? 1 : -1));
      const page: DeletionLogPageJson = {
        deletions: await log.readDeletions(listed, actor, filter.id !== undefined),
        protections: await protections.list(context.var.access),
        next: next === null ? null : `${next.confirmedAt}_${next.id}`,
        now: toIso(now),
      };
      return context.json(page, 200, { ETag: etag });
    })
    .get('/deletions.csv', async (context) => {
      const { workspace } = context.var.access;
      const { filter } = readQuery(context);
      await runner.refresh(workspace);
      return context.body(await log.formatCsv(workspace, filter), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="deletions.csv"`,
      });
    })
    .put('/deletions/:id', async (context) => {
      let request: DeletionRequest | null = null;
      context.env.entry.isAudited = true;
      try {
        const id = readId(context);
        request = await parseRequestBody(context, deletionRequestSchema);
        return context.json(await runner.put(context.var.access, id, request));
      } catch (error) {
        if (error instanceof RefusalError)
          auditRefusal(audit, context.req.param('id'), request, context.var.access);
        throw error;
      }
    })
    .post('/deletions/:id/withdraw', async (context) => {
      const id = readId(context);
      const deletion = await runner.withdraw(context.var.access, id);
      if (deletion !== null) return context.json({ deletion });
      // A proxy can answer with a bare 204, so name the ID.
      return context.body(null, 204, { 'Console-Withdrawn': id });
    })
    .post('/deletions/:id/stop', async (context) => {
      await runner.stop(context.var.access, readId(context));
      return context.body(null, 204);
    })
    .post('/deletions/:id/dismiss', async (context) => {
      const id = readId(context);
      const { item } = await parseRequestBody(context, dismissRequestSchema);
      return context.json({ deletion: await runner.dismiss(context.var.access, id, item) });
    })
    .post('/protections', protect('set'))
    .post('/protections/remove', protect('remove'));
}

/** `request` is null if it is invalid. */
function auditRefusal(audit: WriteAudit, id: string, request: DeletionRequest | null, access: Access): void {
  const { workspace, actor } = access;
  const [target, ...others] = request?.items ?? [];
  const item = target === undefined || others.length > 0 ? null : { ...target, position: 0 };
  const deletion = { workspace, id, actor, reason: request?.reason ?? '' };
  audit(deletion, item, { code: 'not-sent', status: null }, access);
}

function readId(context: Context<ApiEnv>): string {
  const id = v.safeParse(uuidSchema, context.req.param('id'));
  if (id.success) return id.output;
  throw new RefusalError('invalid', 'The ID must be a UUID.');
}

function readQuery(context: Context<ApiEnv>) {
  const given = Object.entries(context.req.query()).filter(([, text]) => text !== '');
  const query = v.safeParse(querySchema, Object.fromEntries(given));
  if (!query.success) throw new RefusalError('invalid', 'The query of the request is invalid.');
  const { mine, result: results, before, limit, ...rest } = query.output;
  const filter: LogFilter = { ...rest, results, ...(mine && { actor: context.var.access.actor }) };
  const isFiltered = [...Object.values(filter), before].some((each) => (each ?? '') !== '');
  return { filter, before, limit, isFiltered };
}
