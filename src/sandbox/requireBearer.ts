import { createMiddleware } from 'hono/factory';
import { errorAnswer } from './errorAnswer.ts';

/** Lets only `Authorization: Bearer sandbox-token` through, before anything else is looked at (section 5). */
export const requireBearer = createMiddleware(async (context, next) => {
  const header = context.req.header('authorization');
  if (header === undefined) return errorAnswer(401, 'The Authorization header is missing.');
  if (header !== 'Bearer sandbox-token') return errorAnswer(401, 'The access token is not valid.');
  return next();
});
