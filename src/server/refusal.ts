import type { Context } from 'hono';
import * as v from 'valibot';
import { type RefusalCode, refusalStatuses } from '../rules/requests.ts';

/** Why a request isn't done, as a sentence. The body of the response is `{message, statusCode, code}`. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly code: RefusalCode;
  readonly status: number;
  readonly headers: Record<string, string>;

  /** @param options a `cause` is logged */
  constructor(
    code: RefusalCode,
    message: string,
    status = refusalStatuses[code],
    headers = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.code = code;
    this.status = status;
    this.headers = headers;
  }

  toResponse(): Response {
    const { status, message, code, headers } = this;
    return Response.json({ message, statusCode: status, code }, { status, headers });
  }
}

/** Decodes the JSON body of a request. @throws RefusalError with 422 */
export async function parseRequestBody<Schema extends v.GenericSchema>(
  context: Context,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const value: unknown = await context.req.json().catch(() => undefined);
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new RefusalError('invalid', `The body of the request is invalid: ${issue.message}`);
}
