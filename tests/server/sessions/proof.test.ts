import { expect, it } from 'vitest';
import { RefusalError } from '../../../src/server/refusal.ts';
import { createProveAccess } from '../../../src/server/sessions/proof.ts';
import { collectGarbage } from '../../support/collectGarbage.ts';
import { errorResponse, htmlPage, jsonResponse, rawResponse } from '../../support/rawResponses.ts';
import { startService, type WireScript, type WireStep } from '../../support/scriptedService.ts';
import { createClient } from '../service/serviceCalls.ts';

type Responses = (readonly WireStep[])[];
const firstLists = ['orders', 'analytics'].map((name) => `/workspaces/acme/databases/${name}/compute`);

/** The last step list answers all further operations. */
async function prove(responses: Responses, listPaths = firstLists) {
  const script: WireScript = ({ requestNumber }) => {
    const steps = responses[Math.min(requestNumber, responses.length) - 1] ?? [];
    // Whatever Node may collect, time ends.
    if (steps.length === 0) collectGarbage();
    return steps;
  };
  const service = await startService(script);
  const databases = { listFirstPaths: async () => listPaths };
  const proveAccess = createProveAccess(createClient(service.url), databases, 600);
  const question = { workspace: 'acme', token: 'canary-token-1', requestId: 'req-1' };
  const proof = proveAccess(question, performance.now() + 1_000).then(() => proven);
  const result = await proof.catch((error) => error);
  return { result, asked: service.requests.map(({ target }) => target.replace('/workspaces/acme/', '')) };
}

const list = [jsonResponse([])];
const forbidden = [errorResponse(403, 'Missing scope history:read')];
const failure = [errorResponse(500, 'Oh')];
const json = (body: unknown) => [jsonResponse(body)];
const ok = (type: string, body: string) => [rawResponse({ type, body })];
const page = ok('text/html', htmlPage);
const operations = ['subscription/history', 'databases/orders/compute', 'regions'];
const proven = 'proven';
const noProof = { status: 502, code: 'service' };
const refused = (status: number, message: RegExp) => ({ status, message: expect.stringMatching(message) });
const refusal = json({ status: 'error', message: 'Unauthorized operation' });
it.each<[situation: string, responses: Responses, result: unknown, askedCount: number]>([
  ['a history', [list], proven, 1],
  ['a history that is longer than what is read', [json(Array(50_000).fill(0))], proven, 1],
  ['a first list after a 403', [forbidden, list], proven, 2],
  ['a first list after a silent history', [[], list], proven, 2],
  ['regions after two failures', [failure, failure, list], proven, 3],

  // Regions that everybody gets prove nothing after a denial.
  ['regions after a 403 and a failure', [forbidden, failure, list], refused(502, /^Oh$/), 2],
  ['regions after a failure and a 403', [failure, forbidden, list], refused(502, /^Oh$/), 2],
  ['regions after a refusal in a 200', [refusal, failure, list], refused(502, /^Unauthorized op/), 2],

  ['text', [ok('text/plain', '[]')], noProof, 2],
  ['an object', [json({ message: 'maintenance' })], noProof, 2],
  ['a long object', [json({ message: 'x'.repeat(100_000) })], noProof, 2],
  ['nothing', [ok('application/json', '')], noProof, 2],
  ['204', [[rawResponse({ status: 204 })]], noProof, 3],
  ['an HTML page', [page], noProof, 2],
  ['regions after a login page', [page, failure, list], noProof, 2],
  ['JSON that is none', [ok('application/json', '[1')], noProof, 2],
  ['a problem', [ok('application/problem+json', '[]')], noProof, 2],
  ['a redirect', [[rawResponse({ status: 302 })]], noProof, 2],

  ['a 401', [[errorResponse(401, 'Expired')]], refused(401, /^Expired/), 1],
  ['a 404 for it', [[errorResponse(404, 'There is no workspace acme.')]], refused(404, /^There is no/), 1],
  ['a 403 of all', [forbidden], refused(403, /^Missing scope/), 2],
  ['a 404 of all', [[rawResponse({ status: 404, type: 'text/html' })]], refused(403, /HTTP 404\.$/), 2],
  ['a 401 as HTML', [[rawResponse({ status: 401, type: 'text/html' })]], refused(502, /401/), 2],
  ['resets', [['reset']], refused(502, /The connection to the service closed/), 3],
  ['a 429', [[errorResponse(429, 'Slow, canary-token-1')]], refused(429, /^Slow, \[redacted\]$/), 3],
  ['silence', [[]], refused(504, /The service didn't respond in time/), 2],
])('a sign-in whose answers are %s is as expected', async (_, responses, result, askedCount) => {
  const proof = await prove(responses);
  expect(proof).toMatchObject({ result, asked: operations.slice(0, askedCount) });
  expect(proof.result === proven || proof.result instanceof RefusalError).toBe(true);
});

it('without a list of instances, history and regions are asked', async () => {
  expect((await prove([failure, list], [])).asked).toEqual(['subscription/history', 'regions']);
});
