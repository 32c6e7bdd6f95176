import type { Context } from 'hono';
import * as v from 'valibot';
import { type RefusalCode, refusalStatuses } from '../rules/requests.ts';

/** Why a request isn't done, as a sentence. The body of the response is `{message, statusCode, code}`. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly code: RefusalCode;
  readonly status: number;

  /** @param options a `cause` is logged */
  constructor(
    code: RefusalCode,
    message: string,
    status: number = refusalStatuses[code],
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.code = code;
    this.status = status;
  }

  toResponse(): Response {
    const { status, message, code } = this;
    return Response.json({ message, statusCode: status, code }, { status });
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
  // The other messages of valibot contain the value, which may be a token.
  const isOurs = issue.kind === 'validation';
  const problem = isOurs ? issue.message : `${v.getDotPath(issue) ?? 'It'} is missing or has the wrong type.`;
  throw new RefusalError('invalid', `The body of the request is invalid: ${problem}`);
}
