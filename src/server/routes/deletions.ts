import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import * as v from 'valibot';
import {
  type BulkDeletionRequest,
  bulkDeletionRequestSchema,
  type DeletionRequest,
  deletionRequestSchema,
  protectionRequestSchema,
  uuid,
} from '../../rules/requests.ts';
import type { ApiEnv } from '../context.ts';
import type { WriteAudit } from '../deletions/audit.ts';
import type { BulkDeletionRunner } from '../deletions/bulkDeletions.ts';
import type { Deletions } from '../deletions/deletions.ts';
import { maxLogPageSize } from '../deletions/readLog.ts';
import type { DeletionSender, Requester } from '../deletions/sender.ts';
import { parseRequestBody, RefusalError } from '../refusal.ts';

const querySchema = v.object({
  search: v.optional(v.pipe(v.string(), v.maxLength(300)), ''),
  mine: v.optional(v.picklist(['', '0', '1'])),
  before: v.optional(v.pipe(v.string(), v.regex(/^\d{1,16}(?:\.\d+)?$/), v.transform(Number))),
  limit: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.minValue(1), v.maxValue(maxLogPageSize)),
  ),
});

type Options = {
  sender: DeletionSender;
  bulkDeletions: BulkDeletionRunner;
  deletions: Deletions;
  audit: WriteAudit;
};

export function createDeletionRoutes({ sender, bulkDeletions, deletions, audit }: Options): Hono<ApiEnv> {
  async function answerPut<Request extends DeletionRequest | BulkDeletionRequest>(
    context: Context<ApiEnv>,
    schema: v.GenericSchema<unknown, Request>,
    put: (requester: Requester, id: string, request: Request) => Promise<Response>,
  ): Promise<Response> {
    const access = context.get('access');
    const requester = { access, requestId: context.env.entry.requestId };
    let request: Request | null = null;
    try {
      const id = readId(context);
      request = await parseRequestBody(context, schema);
      return await put(requester, id, request);
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      const id = context.req.param('id') ?? '';
      const { databaseName = '', instanceId = '', name = null } = findTarget(request) ?? {};
      const { workspace, actor } = access;
      const bulkId = context.req.path.includes('/bulk-deletions/') ? id : null;
      const entry = { workspace, databaseName, instanceId, name, reason: request?.reason ?? '', actor };
      audit({ ...entry, id, bulkId }, { code: 'not-sent', status: null }, requester);
      return error.toResponse();
    }
  }

  return new Hono<ApiEnv>()
    .use('/deletions', compress())
    .get('/deletions', etag(), async (context) => {
      const query = v.safeParse(querySchema, context.req.query());
      if (!query.success) throw new RefusalError('invalid', 'The query of the request is invalid.');
      const { search, mine, before = null, limit = null } = query.output;
      const page = { search: search.trim(), isMine: mine === '1', before, limit };
      return context.json(await deletions.list(context.get('access'), page));
    })
    .put('/deletions/:id', (context) =>
      answerPut(context, deletionRequestSchema, async (requester, id, request) =>
        context.json(await sender.put(requester, id, request)),
      ),
    )
    .post('/deletions/:id/dismiss', async (context) =>
      context.json(await deletions.dismiss(context.get('access'), readId(context))),
    )
    .put('/bulk-deletions/:id', (context) =>
      answerPut(context, bulkDeletionRequestSchema, async (requester, id, request) =>
        context.json(await bulkDeletions.put(requester, id, request), 202),
      ),
    )
    .post('/bulk-deletions/:id/stop', async (context) => {
      await bulkDeletions.stop(context.get('access'), readId(context));
      return context.body(null, 204);
    })
    .post('/protections', async (context) => {
      const request = await parseRequestBody(context, protectionRequestSchema);
      return context.json({ protections: await deletions.setProtection(context.get('access'), request) });
    })
    .post('/protections/remove', async (context) => {
      const request = await parseRequestBody(context, protectionRequestSchema);
      return context.json({ protections: await deletions.removeProtection(context.get('access'), request) });
    });
}

function readId(context: Context): string {
  const id = v.safeParse(uuid, context.req.param('id'));
  if (!id.success) throw new RefusalError('invalid', 'The ID must be a UUID.');
  return id.output;
}

function findTarget(request: DeletionRequest | BulkDeletionRequest | null) {
  return request !== null && 'items' in request ? request.items[0] : request;
}
