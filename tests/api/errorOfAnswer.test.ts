import { describe, expect, it } from 'vitest';
import { errorOfResponse, isHtml } from '../../src/api/response.ts';
import { serviceAnswer } from '../support/matrixAnswer.ts';

const conflict = 'The service is busy with a conflicting operation.';
const nowhere = 'The workspace doesn’t exist, or this token can’t see it.';

describe('a failed read', () => {
  it.each([
    [401, 'Word', 'rejected-token', 'The service does not accept this access token.'],
    [403, 'Word', 'forbidden', 'This token doesn’t have permission to do this.'],
    [404, 'Word', 'not-found', nowhere],
    [410, 'Word', 'not-found', nowhere],
    [408, 'Word', 'timeout', 'The service timed out.'],
    [409, 'Word', 'conflict', conflict],
    [412, 'Word', 'conflict', conflict],
    [423, 'Word', 'conflict', conflict],
    [429, 'Word', 'too-many-requests', 'The service is receiving too many requests.'],
    [500, 'Word', 'service-failure', 'The service returned an error (HTTP 500).'],
    [599, '', 'service-failure', 'The service returned an error (HTTP 599).'],
    [418, 'A Teapot', 'refused', 'The service rejected the request (HTTP 418 A Teapot).'],
    [499, '', 'refused', 'The service rejected the request (HTTP 499).'],
  ])('with HTTP %i %s is %s, and the admin reads why', (status, statusText, kind, message) => {
    const error = errorOfResponse(serviceAnswer({ status, statusText }));
    expect(error).toMatchObject({ name: 'ServiceError', kind, message, serviceMessage: null });
  });

  it('quotes words of the service that speak of a page, but are none', () => {
    const text = '{"message":"no <html> here"}';
    expect(errorOfResponse(serviceAnswer({ status: 400, text })).serviceMessage).toBe('no <html> here');
    expect(isHtml(serviceAnswer({ text: ` ${'\n'}<HTML lang="en">` }))).toBe(true);
  });
});
