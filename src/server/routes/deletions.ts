import { type Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import * as v from 'valibot';
import type { DeletionTarget } from '../../rules/deletion.ts';
import { deletionRequestSchema, uuid } from '../../rules/requests.ts';
import type { Deletions } from '../deletions/deletions.ts';
import { maxPageSize } from '../deletions/readLog.ts';
import { RefusalError, readBody } from '../refusal.ts';
import type { ApiEnv } from './apiEnv.ts';

const querySchema = v.object({
  search: v.optional(v.pipe(v.string(), v.maxLength(300)), ''),
  mine: v.optional(v.picklist(['', '0', '1'])),
  before: v.optional(v.pipe(v.string(), v.regex(/^\d{1,16}(?:\.\d+)?$/), v.transform(Number))),
  limit: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.minValue(1), v.maxValue(maxPageSize)),
  ),
});

/** The deletion log of a workspace, and one delete. */
export function createDeletionRoutes(deletions: Deletions): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get('/deletions', etag(), async (context) => {
      const query = v.safeParse(querySchema, context.req.query());
      if (!query.success) throw new RefusalError(422, 'invalid', 'The query of the request is invalid.');
      const { search, mine, before = null, limit = null } = query.output;
      const page = { search: search.trim(), isMine: mine === '1', before, limit };
      return context.json(await deletions.list(context.get('access'), page));
    })
    .put('/deletions/:id', (context) =>
      answerPut(context, deletions, {
        schema: deletionRequestSchema,
        getTarget: (request) => request,
        isBulk: false,
        put: async (id, request) => context.json(await deletions.put(getConfirmation(context), id, request)),
      }),
    )
    .post('/deletions/:id/dismiss', async (context) =>
      context.json(await deletions.dismiss(context.get('access'), readId(context))),
    );
}

export function readId(context: Context): string {
  const id = v.safeParse(uuid, context.req.param('id'));
  if (!id.success) throw new RefusalError(422, 'invalid', 'The ID must be a UUID.');
  return id.output;
}

type PutHandler<Schema extends v.GenericSchema> = {
  schema: Schema;
  /** What an audit line names if the request is refused. */
  getTarget: (request: v.InferOutput<Schema>) => DeletionTarget | undefined;
  isBulk: boolean;
  put: (id: string, request: v.InferOutput<Schema>) => Promise<Response>;
};

/** A PUT that is refused has an audit line. */
export async function answerPut<Schema extends v.GenericSchema<unknown, { reason: string }>>(
  context: Context<ApiEnv>,
  deletions: Deletions,
  { schema, getTarget, isBulk, put }: PutHandler<Schema>,
): Promise<Response> {
  let request: v.InferOutput<Schema> | null = null;
  try {
    const id = readId(context);
    request = await readBody(context, schema);
    return await put(id, request);
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    const id = context.req.param('id') ?? '';
    const target = request && getTarget(request);
    deletions.auditRefusal(
      getConfirmation(context),
      { deletionId: id, bulkId: isBulk ? id : null },
      request && target ? { target, reason: request.reason } : null,
    );
    return error.toResponse();
  }
}

export function getConfirmation(context: Context<ApiEnv>) {
  return { access: context.get('access'), requestId: context.env.entry.requestId };
}
