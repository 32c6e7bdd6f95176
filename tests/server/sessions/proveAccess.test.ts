import { expect, it } from 'vitest';
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

const proof = [jsonResponse([])];
const missingScope = [errorResponse(403, 'Missing scope regions:read')];
const page = (status: number) => [rawResponse({ status, type: 'text/html' })];
const loginPage = [rawResponse({ type: 'text/html', body: htmlPage })];
const error200 = [jsonResponse({ message: 'No', statusCode: 403 })];
const expired = [errorResponse(401, 'Expired')];
const noWorkspace = [errorResponse(404, 'There is no workspace acme.')];
const failure = [errorResponse(500, 'Oh')];
const tooMany = [errorResponse(429, `Slow down, canary-token-1 ${'x'.repeat(600)}`)];
const unknownRoute = [errorResponse(404, 'Cannot GET /workspaces/acme/regions')];

const paths = ['regions', 'subscription/history', 'databases/orders/compute'];
const proven = { kind: 'proven' };
const refused = (status: number, message: RegExp) => {
  return { kind: 'refused', status, message: expect.stringMatching(message) };
};
const failed = (status: number, message: RegExp) => ({ ...refused(status, message), kind: 'failed' });

it.each<[situation: string, responses: Responses, pathCount: number, result: object]>([
  ['regions that answer', [proof], 1, proven],
  ['regions with 204', [[rawResponse({ status: 204 })]], 1, proven],
  ['a long list of regions', [[jsonResponse('x'.repeat(100_000))]], 1, proven],
  ['regions with 403', [missingScope, proof], 2, proven],
  ['regions that the service does not have', [unknownRoute, proof], 2, proven],
  ['regions with a login page', [loginPage, proof], 2, proven],
  ['regions with an error in a 200', [error200, proof], 2, proven],
  ['regions with a redirect', [[rawResponse({ status: 302 })], proof], 2, proven],
  ['silent regions', [[], proof], 2, proven],
  ['a list that works', [missingScope, failure, proof], 3, proven],
  ['a 401', [expired], 1, refused(401, /^Expired/)],
  ['a 404 for the workspace', [noWorkspace], 1, refused(404, /^There is no workspace acme\./)],
  ['a 403 of all', [missingScope], 3, refused(403, /^Missing scope regions:read/)],
  ['a 404 of all', [page(404)], 3, refused(404, /^The service responded with 404/)],
  // Nothing is known about the token.
  ['a 403 and then failures', [missingScope, failure], 3, failed(500, /Oh/)],
  ['a 401 as an HTML page', [page(401)], 3, failed(502, /The service responded with 401/)],
  ['resets', [['reset']], 3, failed(502, /The connection to the service closed/)],
  ['silence', [[]], 3, failed(504, /The service didn't respond in time/)],
  ['a 429', [tooMany], 3, failed(429, /^Slow down, \[redacted\] x/)],
])('%s → the token is proven, refused, or nothing is known', async (_, responses, pathCount, result) => {
  expect(await prove(responses)).toMatchObject({ ...result, paths: paths.slice(0, pathCount) });
});

it('without a list, two operations are asked', async () => {
  expect((await prove([failure], [])).paths).toHaveLength(2);
});
