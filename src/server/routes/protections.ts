import { Hono } from 'hono';
import { protectionRequestSchema } from '../../rules/requests.ts';
import type { Deletions } from '../deletions/deletions.ts';
import { readBody } from '../refusal.ts';
import type { ApiEnv } from './apiEnv.ts';

export function createProtectionRoutes(deletions: Deletions): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .post('/protections', async (context) => {
      const request = await readBody(context, protectionRequestSchema);
      return context.json({ protections: await deletions.setProtection(context.get('access'), request) });
    })
    .post('/protections/remove', async (context) => {
      const request = await readBody(context, protectionRequestSchema);
      return context.json({ protections: await deletions.removeProtection(context.get('access'), request) });
    });
}
