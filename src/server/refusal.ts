import type { Context } from 'hono';
import * as v from 'valibot';
import { findPathValueProblem } from '../rules/pathValues.ts';
import { type RefusalCode, refusalStatuses } from '../rules/requests.ts';
import { redactToken } from '../rules/text.ts';

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
  if (issue.kind === 'validation') throw new RefusalError('invalid', issue.message);
  // The other messages of valibot contain the value, which may be a token.
  const field = v.getDotPath(issue) ?? 'It';
  const problem = `${field} is missing or has the wrong type.`;
  throw new RefusalError('invalid', `The body of the request is invalid: ${problem}`);
}

/** @throws RefusalError if a path of the service can't contain the value, or if it contains the token */
export function requirePathValue(label: string, value: string, token: string): void {
  const problem = findPathValueProblem(redactToken(value, token));
  if (problem !== null) throw new RefusalError('path', `${label} ${problem}.`);
}
