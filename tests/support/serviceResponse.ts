import type { ServiceResponse } from '../../src/api/response.ts';

/** Returns a complete, empty JSON response with status 200, except for the given fields. */
export function serviceResponse(fields: Partial<ServiceResponse> = {}): ServiceResponse {
  return {
    status: 200,
    statusText: 'Word',
    mediaType: 'application/json',
    text: '',
    bodyProblem: null,
    requestId: null,
    retryAfterMs: null,
    servedAt: null,
    ...fields,
  };
}
