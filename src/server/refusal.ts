import type { Context } from 'hono';
import * as v from 'valibot';
import type { RefusalCode } from '../rules/requests.ts';
import { createJsonResponse, toResponse } from './service/responses.ts';

/** Why a request isn't done, as a sentence. The body of the response is `{message, statusCode, code}`. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly status: number;
  readonly code: RefusalCode;
  readonly headers: Record<string, string>;

  constructor(status: number, code: RefusalCode, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }

  toResponse(headers: Record<string, string> = {}): Response {
    const { status, message, code } = this;
    return toResponse(
      createJsonResponse({ message, statusCode: status, code }, status, { ...this.headers, ...headers }),
    );
  }
}

/** Decodes the JSON body of a request. @throws RefusalError with 422 */
export async function readBody<Schema extends v.GenericSchema>(
  context: Context,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const value: unknown = await context.req.json().catch(() => undefined);
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new RefusalError(422, 'invalid', `The body of the request is invalid: ${issue.message}`);
}
