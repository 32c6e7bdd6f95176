import { Hono } from 'hono';
import { bulkDeletionRequestSchema } from '../../rules/requests.ts';
import type { Deletions } from '../deletions/deletions.ts';
import type { ApiEnv } from './apiEnv.ts';
import { answerPut, getConfirmation, readId } from './deletions.ts';

export function createBulkDeletionRoutes(deletions: Deletions): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .put('/bulk-deletions/:id', (context) =>
      answerPut(context, deletions, {
        schema: bulkDeletionRequestSchema,
        getTarget: ({ items }) => items[0],
        isBulk: true,
        put: async (id, request) =>
          context.json(await deletions.putBulk(getConfirmation(context), id, request), 202),
      }),
    )
    .post('/bulk-deletions/:id/stop', async (context) => {
      await deletions.stopBulk(context.get('access'), readId(context));
      return context.body(null, 204);
    });
}
