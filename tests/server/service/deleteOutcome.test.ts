import { describe, expect, it } from 'vitest';
import { toDeleteOutcome } from '../../src/api/deleteOutcome.ts';
import type { DeleteOutcomeKind } from '../../src/rules/outcome.ts';
import { target } from '../support/apiCalls.ts';
import { serviceResponse } from '../support/serviceResponse.ts';

const fullRecord = {
  id: 'i-1',
  name: 'eu-1',
  workspace: { slug: 'acme' },
  apiHost: 'api.example',
  created: '2026-01-01T00:00:00Z',
  deleted: '2026-03-01T00:00:00Z',
  dbHost: 'db.example',
  expandable: true,
  sharded: false,
};
const text = JSON.stringify(fullRecord);
const recordOfOtherWorkspace = { ...fullRecord, workspace: { slug: 'beta' } };
const notFound = { message: 'Not found', statusCode: 404 };
const json = 'application/json';
const html = 'text/html';
const problem = 'application/problem+json';

/** A body that is an object is converted to JSON. */
function outcomeFor(status: number, body: string | object, mediaType = json) {
  const bodyText = typeof body === 'string' ? body : JSON.stringify(body);
  return toDeleteOutcome(serviceResponse({ status, mediaType, text: bodyText }), target, null);
}

describe('toDeleteOutcome', () => {
  it.each<[kind: DeleteOutcomeKind, status: number, body: string | object, mediaType?: string]>([
    ['deleted', 200, { id: 'i-1' }],
    ['deleted', 200, { instanceId: 'i-1' }],
    ['deleted', 200, { id: 'i-2', workspace: {} }],
    ['deleted', 200, { id: 'i-2', database: {} }],
    ['deleted', 200, { name: 'eu-1', apiHost: 'h' }],
    ['deleted', 200, { instanceName: 'eu-1', dbHost: 'h' }],
    ['deleted', 200, { created: '2026-01-01', deleted: '2026-03-01T00:00:00+02:00' }],
    ['deleted', 200, { expandable: false, sharded: false }],
    ['deleted', 200, { id: 'i-1', workspace: { slug: null } }],
    ['deleted', 200, { ...fullRecord, deleted: true, success: true, ok: 1, message: '', errors: [] }],
    ['deleted', 200, { ...fullRecord, deleted: null, success: null, ok: null, error: false }],
    ['deleted', 200, { ...fullRecord, status: 'PENDING', state: 'deleted', code: 0, statusCode: 200 }],
    ['deleted', 200, { ...fullRecord, status: 399, code: 'E403', errorCode: '', state: null }],

    ['unknown', 200, { id: 'i-2', instanceId: 'i-3', name: 'eu-1', instanceName: 'eu-1' }],
    ['unknown', 200, { id: 'i-2', workspace: 'acme', database: 'orders' }],
    ['unknown', 200, { id: 'i-2', created: 'tomorrow 5', deleted: 1 }],
    ['unknown', 200, { id: 'i-2', created: '2026-13-45', deleted: '' }],
    ['unknown', 200, { id: 'i-2', apiHost: '', dbHost: null, expandable: 'yes', sharded: 1 }],
    ['unknown', 200, { id: '', name: '', sharded: true }],
    ['unknown', 200, fullRecord, problem],

    ['mismatch', 202, recordOfOtherWorkspace],
    ['mismatch', 200, { workspace: { slug: '' } }],
    ['mismatch', 200, { ...fullRecord, workspace: { slug: 'acme\u200e' } }],
    ['mismatch', 200, { instanceId: 'i-1', workspace: null, database: { workspace: { slug: 'beta' } } }],

    ['accepted', 202, '', html],
    ['accepted', 202, '{"id":'],
    ['unknown', 202, '{}', problem],
    ['unknown', 202, { message: 'Forbidden', statusCode: 403 }, 'text/plain'],

    ['gone', 404, { ...notFound, error: 'Not Found' }],
    ['gone', 404, { message: 'Instance route-planner was not found.', statusCode: 404 }],
    ['gone', 410, { message: 'Was deleted by a colleague', statusCode: 410 }],
    ['unknown', 410, notFound],
    ['unknown', 404, { ...notFound, statusCode: '404' }],
    ['unknown', 404, { statusCode: 404 }],
    ['unknown', 404, { message: ['Not found'], statusCode: 404 }],
    ['unknown', 404, { message: 'Not found' }],
    ['unknown', 404, notFound, problem],
    ['unknown', 404, notFound, 'text/plain'],

    ['unknown', 0, ''],
  ])('has the outcome %s for HTTP %i with the body %j of type %s', (kind, status, body, mediaType) => {
    const outcome = outcomeFor(status, body, mediaType);
    expect(outcome).toMatchObject({ kind, status: status || null, fromProxy: false });
    if (!['deleted', 'accepted', 'gone'].includes(kind)) expect(outcome.reason).toMatch(/./);
  });

  it.each([
    ...['Route not found', 'Ruta no encontrada', '404 page not found', 'API not found', 'No handler'],
    ...['Unknown endpoint', 'Unable to match to an operation.', 'The requested URL was not found.'],
    ...['Cannot DELETE /x', '/databases/orders/compute/i-1 not found', '/v1/workspaces/acme not found'],
  ])('has the outcome unknown for a 404 with the message %s', (message) => {
    expect(outcomeFor(404, { ...notFound, message }).kind).toBe('unknown');
  });

  it.each<[name: string, isRecord: boolean, body: NonNullable<Parameters<typeof serviceResponse>[0]>]>([
    ['an instance record', true, { text }],
    ['no body', false, {}],
    ['an HTML page', false, { text, mediaType: html }],
    ['a body without a type', false, { text, mediaType: '' }],
    ['a body that was cut off', false, { text, bodyProblem: 'cut-off' }],
    ["a body that didn't finish", false, { text, bodyProblem: 'timeout' }],
    ['a body that is too large', false, { text, bodyProblem: 'too-large' }],
  ])('[18, 21, 24, 25, 26, 27, 29 DELETE] each HTTP status with %s has its outcome', (_, isRecord, body) => {
    for (let status = 100; status < 600; status++) {
      const { kind } = toDeleteOutcome(serviceResponse({ status, ...body }), target, null);
      expect(kind, `HTTP ${status}`).toBe(expectedKind(status, isRecord, body.mediaType === html));
    }
  });
});

function expectedKind(status: number, isRecord: boolean, isPage: boolean): DeleteOutcomeKind {
  if (status === 204 || status === 205) return 'deleted';
  if (status === 202 && !isPage) return 'accepted';
  if (isRecord && [200, 201, 203].includes(status)) return 'deleted';
  return status >= 400 && status < 500 && ![404, 408, 410].includes(status) ? 'refused' : 'unknown';
}

describe('the outcome for a 2xx body', () => {
  const failureWords =
    'failed failure error denied forbidden unauthorized rejected not_found conflict FAILED Denied'.split(' ');
  const statusValues = [400, 99_999, '403', '403 Forbidden', '500: no', 'Not Found', ...failureWords];
  const reportedFailures = [
    ...['message', 'error', 'errors'].map(
      (field) => [field, ['No', ['No'], [null], { a: 1 }, true, 1]] as const,
    ),
    ...['success', 'ok', 'deleted'].map((field) => [field, [false, 0, 'false']] as const),
    ...['status', 'state', 'code', 'errorCode', 'statusCode'].map((field) => [field, statusValues] as const),
  ];

  it.each(reportedFailures)(
    'a record whose field %s is one of %j has the outcome unknown',
    (field, values) => {
      for (const record of [fullRecord, { id: 'i-1' }, { name: 'eu-1', dbHost: 'h' }])
        for (const value of values) {
          const failedBody = { ...record, [field]: value };
          for (const status of [200, 201, 202, 203])
            expect(outcomeFor(status, failedBody).kind, JSON.stringify(value)).toBe('unknown');
          const inOtherWorkspace = { ...failedBody, workspace: { slug: 'beta' } };
          expect(outcomeFor(200, inOtherWorkspace).kind).toBe('mismatch');
        }
    },
  );
});

describe('the outcome of a deletion', () => {
  it.each<[fields: object, note: string | null, doubtful?: 'id' | null]>([
    [{ id: 'i-1' }, null],
    [{ id: 'i-2' }, 'has a different ID: “i-2”.', 'id'],
    [{ id: 'i-1', instanceId: 'i-2' }, null],
    [{ id: undefined }, 'has no ID.'],
    [{ id: 7 }, "has an ID that isn't a string."],
    [{ workspace: 'acme' }, null],
    [{ workspace: 'w-7' }, 'gives its workspace as “w-7”.'],
    [
      { instanceId: 'i-1', workspace: null, database: { workspace: 'Acme' } },
      'gives its workspace as “Acme”.',
    ],
    [{ database: { name: 'orders' } }, null],
    [{ database: { name: 'payments' } }, 'names a different database: “payments”.'],
  ])('the note about a returned record with %j is %j', (fields, note, doubtful = null) => {
    const notes = note === null ? [] : [`The returned record ${note}`];
    const outcome = outcomeFor(200, { ...fullRecord, ...fields });
    expect(outcome).toMatchObject({ kind: 'deleted', notes, doubtful });
  });

  it.each([
    ['eu-1', { name: 'eu-1' }, null],
    ['eu-1', { name: 'eu-2' }, 'eu-2'],
    ['eu-1', { instanceId: 'i-1', instanceName: 'eu-2' }, 'eu-2'],
    ['eu-1', { name: 7 }, null],
    ['eu-1', {}, null],
    [null, { name: 'eu-2' }, null],
  ])('compares the expected name %s with the returned record %j', (name, fields, differentName) => {
    for (const status of [200, 202]) {
      const body = JSON.stringify({ id: 'i-1', ...fields });
      const outcome = toDeleteOutcome(serviceResponse({ status, text: body }), target, name);
      const notes = [`The returned record has a different name: “${differentName}”.`];
      const expectedFields = { doubtful: 'name', notes };
      expect(outcome).toMatchObject(differentName === null ? { doubtful: null, notes: [] } : expectedFields);
    }
  });

  it.each([
    [429, null, 30_000],
    [429, 5, 5],
    [409, null, null],
    [409, 7, 7],
    [503, 7, null],
  ])('for HTTP %i and a Retry-After of %s ms, retryAfterMs is %s', (status, retryAfterMs, expectedMs) => {
    const outcome = toDeleteOutcome(serviceResponse({ status, retryAfterMs }), target, null);
    expect(outcome.retryAfterMs).toBe(expectedMs);
  });
});

describe('the reason of an outcome', () => {
  const cutOff = '{"message":"The service responded with 200, but its response was cut off."}';
  const noProof = "It doesn't show whether the instance exists.";
  const route = '{"message":"Cannot DELETE /x","statusCode":404}';
  it.each([
    [204, '', '', ''],
    [404, '', '', `The response (HTTP 404) is empty. ${noProof}`],
    [404, '', '{', `The response (HTTP 404) contains invalid JSON. ${noProof}`],
    [404, '', route, `The response (HTTP 404) may not be about the instance: Cannot DELETE /x. ${noProof}`],
    [410, '', '[]', `The response (HTTP 410) may not be about the instance. ${noProof}`],
    [302, '', '', "The service responded with a redirect, which the console doesn't follow."],
    [418, 'Teapot', '', 'HTTP 418 Teapot'],
    [304, '', '', "The response (HTTP 304) doesn't say whether the deletion succeeded."],
    [206, '', '{}', "The response (HTTP 206) doesn't say whether the deletion succeeded."],
    [200, '', '[]', "The response (HTTP 200) isn't a JSON object."],
    [200, '', '{}', "The response (HTTP 200) isn't an instance record: “{}”."],
    [200, '', '{"ok":false}', 'The response (HTTP 200) contains “ok”: false.'],
    [200, '', '{"code":403}', 'The response (HTTP 200) contains error 403: no message.'],
    [200, '', '{"error":"No"}', 'The response (HTTP 200) contains an error: No'],
    [200, '', '{"errors":[1]}', 'The response (HTTP 200) contains an error: no message.'],
    [200, '', '{"state":"failed"}', 'The response (HTTP 200) contains “state”: “failed”.'],
    [502, '', cutOff, 'The service responded with 200, but its response was cut off.'],
  ])('the reason for HTTP %i %s with the body "%s" is %j', (status, statusText, body, reason) => {
    const response = serviceResponse({ status, statusText, text: body, requestId: 'r' });
    const outcome = toDeleteOutcome(response, target, null);
    expect(outcome).toMatchObject({ reason, status, requestId: 'r', record: null });
  });
});
