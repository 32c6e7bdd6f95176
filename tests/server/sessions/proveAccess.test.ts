import { describe, expect, it } from 'vitest';
import { createProveAccess } from '../../../src/server/sessions/access.ts';
import { errorResponse, htmlPage, jsonResponse, rawResponse } from '../../support/rawResponses.ts';
import { startService, type WireScript, type WireStep } from '../../support/scriptedService.ts';
import { createClient } from '../service/serviceCalls.ts';

const firstLists = ['orders', 'analytics'].map((name) => `/workspaces/acme/databases/${name}/compute`);
type Responses = (readonly WireStep[])[];
const answerMs = 500;

/** The last step list answers all further operations. */
async function prove(responses: Responses, listPaths = firstLists) {
  const script: WireScript = ({ requestNumber }) =>
    responses[Math.min(requestNumber, responses.length) - 1] ?? [];
  const service = await startService(script);
  const proveAccess = createProveAccess(createClient(service.url), async () => listPaths, answerMs);
  const proof = await proveAccess('acme', 'canary-token-1', 'req-1');
  const paths = service.requests.map(({ target }) => target.replace('/workspaces/acme/', ''));
  return { ...proof, paths };
}

const regions = 'regions';
const history = 'subscription/history';
const list = 'databases/orders/compute';
const proof = [jsonResponse([])];
const missingScope = [errorResponse(403, 'Missing scope regions:read')];
const page = (status: number) => [rawResponse({ status, type: 'text/html' })];
const loginPage = [rawResponse({ type: 'text/html', body: htmlPage })];
const error200 = [jsonResponse({ message: 'No', statusCode: 403 })];
const expired = [errorResponse(401, 'Expired')];
const noWorkspace = [errorResponse(404, 'There is no workspace acme.')];
const failure = [errorResponse(500, 'Oh')];
const unknownRoute = [errorResponse(404, 'Cannot GET /workspaces/acme/regions')];

describe('proveAccess', () => {
  it.each<[situation: string, responses: Responses, paths: string[]]>([
    ['regions that answer', [proof], [regions]],
    ['regions with 204', [[rawResponse({ status: 204 })]], [regions]],
    ['a long list of regions', [[jsonResponse('x'.repeat(100_000))]], [regions]],
    ['regions with 403', [missingScope, proof], [regions, history]],
    ['regions with 500', [failure, proof], [regions, history]],
    ['regions that the service does not have', [unknownRoute, proof], [regions, history]],
    ['regions with a login page', [loginPage, proof], [regions, history]],
    ['regions with an error in a 200', [error200, proof], [regions, history]],
    ['regions with a redirect', [[rawResponse({ status: 302 })], proof], [regions, history]],
    ['silent regions', [[], proof], [regions, history]],
    ['a list that works', [missingScope, failure, proof], [regions, history, list]],
  ])('%s → proven', async (_, responses, paths) => {
    expect(await prove(responses)).toMatchObject({ kind: 'proven', paths });
  });

  it.each<[situation: string, responses: Responses, status: number, message: string, count: number]>([
    ['a 401', [expired], 401, 'Expired', 1],
    ['a 401 of the history', [failure, expired], 401, 'Expired', 2],
    ['a 404 for the workspace', [noWorkspace], 404, 'There is no workspace acme.', 1],
    ['a 403 of all', [missingScope], 403, 'Missing scope regions:read', 3],
    ['a 404 of all', [page(404)], 404, 'The service responded with 404', 3],
  ])('%s → refused with the message of the service', async (_, responses, status, message, count) => {
    const result = await prove(responses);
    expect(result).toMatchObject({ kind: 'refused', status });
    expect(result.message).toMatch(new RegExp(`^${message}`));
    expect(result.paths).toHaveLength(count);
  });

  it.each<[situation: string, responses: Responses, status: number, message: string]>([
    ['a 403 and then failures', [missingScope, failure], 500, 'Oh'],
    ['a 401 as an HTML page', [page(401)], 502, 'The service responded with 401'],
    ['resets', [['reset']], 502, 'The connection to the service closed'],
    ['silence', [[]], 504, "The service didn't respond in time"],
  ])('%s → failed, because nothing is known about the token', async (_, responses, status, message) => {
    const result = await prove(responses);
    expect(result).toMatchObject({ kind: 'failed', status, message: expect.stringContaining(message) });
  });

  it('a 429 → failed, without the token', async () => {
    const response = errorResponse(429, `Slow down, canary-token-1 ${'x'.repeat(600)}`);
    const result = await prove([[response]]);
    expect(result).toMatchObject({ kind: 'failed', status: 429 });
    expect(result.message).not.toContain('canary');
  });

  it('without a list, two operations are asked', async () => {
    expect((await prove([failure], [])).paths).toHaveLength(2);
  });
});
