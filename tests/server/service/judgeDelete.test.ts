import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { OutcomeCode } from '../../../src/rules/deletion.ts';
import { judgeDelete } from '../../../src/server/service/judgeDelete.ts';
import type { ReceivedResponse } from '../../../src/server/service/response.ts';

const target = { workspaceSlug: 'acme', databaseName: 'orders', instanceId: 'i-1' };
const token = 'secret-token-1';
const now = Date.parse('2026-03-02T14:02:00Z');
const fullRecord = {
  ...{ id: 'i-1', name: 'eu-1', workspace: { slug: 'acme' }, apiHost: 'api.example', dbHost: 'db.example' },
  ...{ created: '2026-01-01T00:00:00Z', deleted: '2026-03-01T00:00:00Z', expandable: true, sharded: false },
};
const notFound = { message: 'No such instance', statusCode: 404 };
const json = 'application/json';
const html = 'text/html';
const problem = 'application/problem+json';
type Parts = { type?: string; name?: string | null } & Partial<ReceivedResponse>;

function judge(status: number, body: unknown, { type = json, name = null, headers, ...parts }: Parts = {}) {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const response = { status, statusText: 'Word', bytes, problem: null, ...parts };
  const allHeaders = { 'content-type': type, ...headers };
  return judgeDelete({ ...response, headers: allHeaders }, { target, name, token }, now);
}

const codeOf = (status: number, body: unknown) => judge(status, body).outcome.code;

it.each<[code: OutcomeCode, status: number, body: unknown, type?: string]>([
  ['deleted', 201, { id: 'i-1', created: null, deleted: null }],
  ['deleted', 200, { id: 'i-1', workspace: { slug: null }, created: '2026-01-01' }],
  ['deleted', 200, { instanceId: 'i-1', instanceName: 'eu-1', database: { name: 'orders' } }],
  ['deleted', 200, { id: 'i-2', workspace: {}, apiHost: 'h', dbHost: 'h', name: 'n', sharded: true }],
  ['deleted', 200, { ...fullRecord, workspace: { slug: 'ACME' } }],
  ['deleted', 200, { ...fullRecord, created: '0000-13-45', deleted: '9999-12-31T23:59:60Z' }],
  ['deleted', 200, fullRecord, 'application/vnd.service+json; charset=utf-8'],
  ['deleted', 200, fullRecord, 'application/json, application/json; charset=utf-8'],

  ['unknown', 200, { ok: true }],
  ['unknown', 200, { id: 'i-1', name: 'eu-1' }],
  ['unknown', 200, { id: 'i-1', name: '', created: 'tomorrow 5', deleted: '2026-13-45', sharded: 1 }],
  ['unknown', 201, { id: 'CR-4711', name: 'Delete i-1', created: '2026-03-01', state: 'pending_approval' }],
  ['unknown', 200, { id: 'i-2', workspace: {}, apiHost: 'h', dbHost: 'h', name: 'n' }],
  ['unknown', 200, { ...fullRecord, id: undefined, workspace: 'acme' }],
  ['unknown', 200, [fullRecord]],
  ['unknown', 200, fullRecord, problem],

  ['mismatch', 200, { ...fullRecord, workspace: { slug: 'beta' } }],
  ['mismatch', 200, { workspace: { slug: 'beta' } }],
  ['mismatch', 200, { ...fullRecord, workspace: { slug: 'acme\u200e' }, error: 'No' }],
  ['mismatch', 202, { message: 'No', workspace: { slug: 'beta' } }],
  ['mismatch', 200, { instanceId: 'i-1', database: { workspace: { slug: 'beta' } } }],

  ['accepted', 202, ''],
  ['accepted', 202, '{"id":'],
  ['accepted', 202, { ...fullRecord, isPending: true, status: 'queued', state: 'pending' }],
  ['unknown', 202, '{}', problem],
  ['unknown', 202, { message: 'Forbidden', statusCode: 403 }, 'text/plain'],
  ['unknown', 202, { pendingApproval: true }],
  ['unknown', 202, [{ error: 'Quota' }]],
  ['accepted', 202, [{ id: 'job-1' }, 'text', null]],
  ['unknown', 202, { state: 'running' }],

  ['gone', 404, { ...notFound, error: 'Not Found' }],
  ['gone', 404, { message: 'Resource not found', statusCode: 404 }],
  ['gone', 404, { message: 'Instance route-planner was not found.', statusCode: 404 }],
  ['gone', 410, { message: 'Was deleted by a colleague', statusCode: 410 }],
  ['unknown', 410, notFound],
  ['unknown', 404, { ...notFound, statusCode: '404' }],
  ['unknown', 404, { message: ['No such instance'], statusCode: 404 }],
  ['unknown', 404, notFound, problem],
  ['unknown', 404, notFound, 'text/plain'],
  ['refused', 403, { message: 'No', statusCode: 200 }],
])('the outcome is %s for HTTP %i with %j of type %s', (code, status, body, type) => {
  const { outcome, isTokenRejected } = judge(status, body, type === undefined ? {} : { type });
  expect(outcome).toMatchObject({ code, status });
  expect(outcome.message !== '').toBe(code !== 'deleted' && code !== 'accepted');
  expect(isTokenRejected).toBe(false);
});

it.each([
  ...['Not Found', 'not found.', 'Gone', '404 Not Found', 'HTTP error 404: Not Found', ' ', 'Word'],
  ...['Route not found', 'Ruta no encontrada', '404 page not found', 'API not found', 'No handler'],
  ...['NotFound', 'NOT_FOUND', 'default backend - 404', 'no healthy upstream', 'Unknown host'],
  ...['Unknown endpoint', 'Unable to match to an operation.', 'The requested URL was not found.'],
  ...['Cannot DELETE /x', '/databases/orders/compute/i-1 not found', '/v1/workspaces/acme not found'],
])('the outcome is unknown for a 404 with the message %j, which may be about a path', (message) => {
  expect(codeOf(404, { ...notFound, message })).toBe('unknown');
});

it.each<[name: string, parts: Parts, isRecord: boolean]>([
  ['an instance record', {}, true],
  ['an HTML page', { type: html }, false],
  ['a record without a type', { type: '' }, false],
  ['a body that was cut off', { problem: 'cut-off' }, false],
  ["a body that didn't finish", { problem: 'timeout' }, false],
  ['a body that is too large', { problem: 'too-large' }, false],
])('each HTTP status with %s has its outcome', (_, parts, isRecord) => {
  for (let status = 100; status < 600; status++) {
    const { outcome } = judge(status, fullRecord, parts);
    const isDone = (isRecord && [200, 201, 203].includes(status)) || status === 204 || status === 205;
    const isAccepted = status === 202 && parts.type !== html && !('problem' in parts);
    const isRefused = status >= 400 && status < 500 && ![404, 408, 410].includes(status);
    const code = isDone ? 'deleted' : isAccepted ? 'accepted' : isRefused ? 'refused' : 'unknown';
    expect([status, outcome.code]).toEqual([status, code]);
  }
});

/** Keys, each of which contradicts a 200 with each of the values. */
const contradictions: Record<string, unknown[]> = {
  'message errors Error_Message fail-reason rejectedBy accessDenied': ['No', [null], { a: 1 }, true, 1],
  'problem faultCode warnings': ['x', 12],
  'success OK deleted is_deleted accepted done Completed': [false, 0, 'FALSE'],
  'dry_run isPending needsApproval deletionProtection LOCKED would-delete': [true, 'True', 'enabled'],
  'status status_code State code errorCode result phase': [400, 99_999, -1, '403', '403 Forbidden', ['no']],
  'status state result': ['DELETE_FAILED', 'pending_approval', 'Ready', 'running'],
};
const harmlessFields = {
  ...{ color: 'blue', plan: { status: 'failed' }, isDefault: true, locked: false, errors: [], message: ' ' },
  ...{ errorCode: 0, status: 'PENDING', code: '204', phase: null },
  operation: { id: 'op-1', done: true, status: { phase: 'Terminating' } },
};
const successStates =
  'deleting deleted delete_requested deletion_requested terminating terminated removing removed queued accepted ok ' +
  'success succeeded done completed Delete-Requested PENDING REQUESTED BUILT READY 0 399';

it.each(Object.entries(contradictions))('a 2xx whose %s is one of %j → no clear result', (keys, values) => {
  for (const key of keys.split(' '))
    for (const contradiction of values.map((value) => ({ [key]: value })))
      for (const place of [null, 'status', 'Result', 'operation']) {
        const field = place === null ? contradiction : { [place]: contradiction };
        const body = { ...fullRecord, ...harmlessFields, ...field };
        const codes = [200, 201, 203, 202].map((status) => codeOf(status, body));
        const of202 = key === 'isPending' ? 'accepted' : 'unknown';
        expect(codes, JSON.stringify(field)).toEqual(['unknown', 'unknown', 'unknown', of202]);
        expect(codeOf(200, { ...body, workspace: { slug: 'beta' } })).toBe('mismatch');
      }
});

it.each([
  ...Object.entries(harmlessFields),
  ...successStates.split(' ').map((state): [string, string] => ['state', state]),
])('a record whose %s is %j → deleted', (key, value) => {
  expect(codeOf(200, { ...fullRecord, [key]: value })).toBe('deleted');
});

it('no status, body or header makes the judge throw', () => {
  const anyStateJson = fc.json().map((text) => `{"id":"i-1","status":${text}}`);
  const anyBody = fc.oneof(fc.json(), fc.string(), anyStateJson);
  const anyType = fc.constantFrom(json, html, problem, '', `${json}; charset=x`, `${json}; charset=utf-16le`);
  const anyWait = fc.constantFrom('1', 'soon', '1e9', 'Mon, 02 Mar 2026 14:02:07 GMT');
  const anyCase = fc.tuple(fc.nat({ max: 999 }), anyBody, anyType, anyWait);
  const property = fc.property(anyCase, ([status, body, type, wait]) => {
    const { outcome } = judge(status, body, { type, headers: { 'retry-after': wait } });
    expect(JSON.parse(JSON.stringify(outcome))).toEqual(outcome);
  });
  fc.assert(property, { numRuns: 300 });
});

it.each<[fields: object, note: string | null, doubt?: string]>([
  [{}, null],
  [{ id: 'i-2' }, 'has a different ID: “i-2”.', 'has a different ID'],
  [{ id: 'i-1', instanceId: 'i-2' }, null],
  [{ id: undefined }, 'has no ID.'],
  [{ id: 7 }, "has an ID that isn't a string."],
  [{ workspace: 'w-7', name: 'eu-1' }, 'gives its workspace as “w-7”.'],
  [{ database: { name: 'orders' } }, null],
  [{ database: { name: 'x' } }, 'names a different database: “x”.', 'names a different database'],
  [{ name: 'eu-2' }, 'has a different name: “eu-2”.', 'has a different name'],
  [{ name: 7 }, null],
])('the notes about a returned record with %j are %j', (fields, note, doubt) => {
  for (const code of ['deleted', 'accepted']) {
    const verdict = judge(code === 'deleted' ? 200 : 202, { ...fullRecord, ...fields }, { name: 'eu-1' });
    const notes = note === null ? [] : [`The returned record ${note}`];
    expect(verdict).toMatchObject({ outcome: { code, notes }, doubt: doubt ?? null });
  }
});

it('a record that would make the log too long is left out', () => {
  const { outcome } = judge(200, { ...fullRecord, config: 'x'.repeat(4_000) });
  expect(outcome).toMatchObject({ code: 'deleted', record: null, notes: [] });
});

it('a 202 that has the ID and little else is compared, too', () => {
  const doubtOf = (id: string) => judge(202, { id, name: 'eu-2' }, { name: 'eu-1' }).doubt;
  expect(['i-1', 'job-1'].map(doubtOf)).toEqual(['has a different name', null]);
});

it.each<[number, string, string | null]>([
  [429, '7', '2026-03-02T14:02:07.000Z'],
  [409, '7', '2026-03-02T14:02:07.000Z'],
  [503, '7', null],
])('HTTP %i with Retry-After: %s → the time to come back is %s', (status, wait, retryAt) => {
  expect(judge(status, '', { headers: { 'retry-after': wait } }).outcome.retryAt).toBe(retryAt);
});

it.each<[number, Parts, boolean]>([
  [401, {}, true],
  [401, { headers: { 'www-authenticate': 'bearer realm="x"' }, type: '' }, true],
  [401, { headers: { 'www-authenticate': 'Basic' } }, true],
  [401, { headers: { 'www-authenticate': 'Basic' }, type: 'text/plain' }, false],
  [401, { bytes: Buffer.from('<!doctype html>') }, false],
  [403, {}, false],
])('whether HTTP %i with %j rejects the token: %s', (status, parts, isRejected) => {
  const { outcome, isTokenRejected } = judge(status, { message: 'No', statusCode: status }, parts);
  expect([outcome.code, isTokenRejected]).toEqual(['refused', isRejected]);
});

it('the result never contains the token, whatever the service repeats', () => {
  const body = { message: `${'m'.repeat(490)}${token}`, name: token, [token]: 1 };
  const bodies = [body, { ...fullRecord, ...body, message: '' }, { ...body, workspace: { slug: token } }];
  const headers = { 'x-request-id': token };
  for (const status of [200, 202, 404, 409, 500])
    for (const fields of bodies)
      for (const statusText of [token, `${'x'.repeat(195)}${token}`]) {
        const verdict = judge(status, fields, { headers, statusText, name: 'eu-1' });
        expect(JSON.stringify(verdict)).not.toContain('secret');
      }
});
