import type { ApiResponse } from '../../src/api/errors.ts';
import { type BodyReadProblem, parseBody } from '../../src/rules/body.ts';

type ResponseFields = Partial<Omit<ApiResponse, 'body'>> & {
  mediaType?: string;
  text?: string;
  bodyProblem?: BodyReadProblem | null;
};

/** A complete, empty JSON response with status 200, except for the given fields. */
export function apiResponse(fields: ResponseFields = {}): ApiResponse {
  const { mediaType = 'application/json', text = '', bodyProblem = null, ...otherFields } = fields;
  const status = fields.status ?? 200;
  return {
    status,
    statusText: 'Word',
    body: parseBody(status, mediaType, text, bodyProblem),
    etag: null,
    requestId: null,
    retryAfterMs: null,
    servedAt: null,
    requestedAt: null,
    isPartial: false,
    totalCount: null,
    isFromProxy: false,
    ...otherFields,
  };
}
