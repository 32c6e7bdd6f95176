import type { Readable } from 'node:stream';
import type { Context } from 'hono';
import * as v from 'valibot';
import { describePathProblem } from '../rules/pathValues.ts';
import { maxBodyBytes, type RefusalCode, refusalStatuses } from '../rules/requests.ts';
import { redactToken } from '../rules/text.ts';
import type { Exchange } from './requestLog.ts';

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

/** A form of a different website can't send this type. @throws RefusalError with 415 */
export function refuseOtherMediaTypes({ req }: Context): void {
  const hasBody =
    req.header('transfer-encoding') !== undefined || (req.header('content-length') ?? '0') !== '0';
  if (hasBody && !/^application\/json\s*(?:;|$)/i.test(req.header('content-type') ?? ''))
    throw new RefusalError('invalid', 'The body must be application/json.', 415);
}

/** The body is in memory, so check the session before, or lower `maxBytes`. @throws RefusalError with 400, 413, 415 or 422 */
export async function parseRequestBody<Output>(
  context: Context,
  schema: v.GenericSchema<unknown, Output>,
  maxBytes = maxBodyBytes,
): Promise<Output> {
  refuseOtherMediaTypes(context);
  const { incoming }: Exchange = context.env;
  const isLonger = Number(incoming.headers['content-length']) > maxBytes;
  const body = isLonger ? null : await readBytes(incoming, maxBytes);
  if (body === null)
    throw new RefusalError(
      'invalid',
      `This is larger than ${maxBytes / 1024} KiB, so nothing was done.`,
      413,
    );
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), body.toString());
  if (result.success) return result.output;
  const [issue] = result.issues;
  if (issue.kind === 'validation') throw new RefusalError('invalid', issue.message);
  // Other messages of valibot can contain the value, which may be a token.
  const field = v.getDotPath(issue) ?? 'It';
  const problem = `The body of the request is invalid: ${field} is missing or has the wrong type.`;
  throw new RefusalError('invalid', problem);
}

/** Null above `maxBytes`. The stream stays open, so that the response can still be sent. */
async function readBytes(stream: Readable, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      if (bytes > maxBytes) return null;
      chunks.push(chunk);
    }
  } catch {
    // The connection ended, which the log needn't have as an error.
    throw new RefusalError('invalid', 'The body has no end.', 400);
  }
  return Buffer.concat(chunks);
}

/** @throws RefusalError if a path of the service can't contain the value, or if `redactToken` finds the token in it */
export function requirePathValue(label: string, value: string, token: string): void {
  const problem = describePathProblem(label, redactToken(value, token));
  if (problem !== null) throw new RefusalError('path', problem);
}
