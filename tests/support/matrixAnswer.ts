import type { ServiceResponse } from '../../src/api/response.ts';

/** An answer as the wire hands it on: a whole, empty JSON 200 unless told. */
export function serviceAnswer(wanted: Partial<ServiceResponse> = {}): ServiceResponse {
  return {
    status: 200,
    statusText: 'Word',
    mediaType: 'application/json',
    text: '',
    bodyProblem: null,
    requestId: null,
    retryAfterMs: null,
    servedAt: null,
    ...wanted,
  };
}
