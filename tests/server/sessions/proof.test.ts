import { expect, it } from 'vitest';
import { RefusalError } from '../../../src/server/refusal.ts';
import { createAccessProof } from '../../../src/server/sessions/proof.ts';
import { errorResponse, htmlPage, jsonResponse, rawResponse } from '../../support/rawResponses.ts';
import { startService, type WireScript, type WireStep } from '../../support/scriptedService.ts';
import { createClient } from '../service/serviceCalls.ts';

type Responses = (readonly WireStep[])[];

const firstLists = ['orders', 'analytics'].map((name) => `/workspaces/acme/databases/${name}/compute`);

/** The last step list answers all further operations. */
async function prove(responses: Responses, listPaths = firstLists) {
  const script: WireScript = ({ requestNumber }) =>
    responses[Math.min(requestNumber, responses.length) - 1] ?? [];
  const service = await startService(script);
  const proof = createAccessProof(createClient(service.url), async () => listPaths, 300);
  const question = { workspace: 'acme', token: 'canary-token-1', requestId: 'req-1' };
  const result = await proof(question, AbortSignal.timeout(500)).then(
    () => 'proven',
    (error) => error,
  );
  const asked = service.requests.map(({ target }) => target.replace('/workspaces/acme/', ''));
  return { result, asked };
}

const list = [jsonResponse([])];
const forbidden = [errorResponse(403, 'Missing scope history:read')];
const failure = [errorResponse(500, 'Oh')];
const json = (body: unknown) => [jsonResponse(body)];
const ok = (type: string, body: string) => [rawResponse({ type, body })];

const operations = ['subscription/history', 'databases/orders/compute', 'regions'];

it.each<[situation: string, responses: Responses, askedCount: number]>([
  ['a history', [list], 1],
  ['a history that is longer than what is read', [json(Array(50_000).fill(0))], 1],
  ['a first list after a 403', [forbidden, list], 2],
  ['a first list after a failure', [failure, list], 2],
  ['regions after two failures', [failure, failure, list], 3],
  ['a first list after a silent history', [[], list], 2],
])('%s proves the token', async (_, responses, askedCount) => {
  expect(await prove(responses)).toEqual({ result: 'proven', asked: operations.slice(0, askedCount) });
});

it.each<[situation: string, response: readonly WireStep[]]>([
  ['text', ok('text/plain', '[]')],
  ['an object', json({ message: 'maintenance' })],
  ['a long object', json({ message: 'x'.repeat(100_000) })],
  ['nothing', ok('application/json', '')],
  ['204', [rawResponse({ status: 204 })]],
  ['an HTML page', ok('text/html', htmlPage)],
  ['JSON that is none', ok('application/json', '[1')],
  ['a problem', ok('application/problem+json', '[]')],
  ['a redirect', [rawResponse({ status: 302 })]],
])('%s in every answer proves nothing', async (_, response) => {
  const { result, asked } = await prove([response]);
  expect(result).toMatchObject({ status: 502, code: 'service' });
  expect(asked).toEqual(operations);
});

const gone = [errorResponse(410, 'Oh')];
it.each([[[forbidden, failure, list]], [[failure, forbidden, list]], [[gone, failure, list]]])(
  'regions that everybody gets prove nothing after a denial',
  async (responses) => {
    const { result, asked } = await prove(responses);
    expect(result).toMatchObject({ status: 502, message: 'Oh' });
    expect(asked).toEqual(operations.slice(0, 2));
  },
);

it.each<[situation: string, responses: Responses, status: number, message: RegExp, askedCount: number]>([
  ['a 401', [[errorResponse(401, 'Expired')]], 401, /^Expired/, 1],
  ['a 404 for the workspace', [[errorResponse(404, 'There is no workspace acme.')]], 404, /^There is no/, 1],
  ['a 403 of all', [forbidden], 403, /^Missing scope/, 2],
  ['a 404 of all', [[rawResponse({ status: 404, type: 'text/html' })]], 403, /HTTP 404\.$/, 2],
  ['a 401 as an HTML page', [[rawResponse({ status: 401, type: 'text/html' })]], 502, /401/, 3],
  ['resets', [['reset']], 502, /The connection to the service closed/, 3],
  ['a 429', [[errorResponse(429, 'Slow down, canary-token-1')]], 429, /^Slow down, \[redacted\]$/, 3],
  ['silence', [[]], 504, /The service didn't respond in time/, 2],
])('%s → the sign-in is refused', async (_, responses, status, message, askedCount) => {
  const { result, asked } = await prove(responses);
  expect(result).toBeInstanceOf(RefusalError);
  expect(result).toMatchObject({ status, message: expect.stringMatching(message) });
  expect(asked).toEqual(operations.slice(0, askedCount));
});

it('without a list of instances, history and regions are asked', async () => {
  expect((await prove([failure, list], [])).asked).toEqual(['subscription/history', 'regions']);
});
