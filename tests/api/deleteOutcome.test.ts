import { describe, expect, it } from 'vitest';
import { toDeleteOutcome } from '../../src/api/deleteOutcome.ts';
import type { DeleteOutcomeKind } from '../../src/api/outcome.ts';
import { target } from '../support/apiCalls.ts';
import { serviceResponse } from '../support/serviceResponse.ts';
import { deleteResponses, fullRecord, html, json } from './deleteResponses.ts';

function outcomeFor(status: number, mediaType: string, body: unknown) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return toDeleteOutcome(serviceResponse({ status, mediaType, text }), target, null);
}

describe('toDeleteOutcome', () => {
  it.each(deleteResponses)(
    'HTTP %i with type "%s" and body %j has the outcome %s',
    (status, mediaType, body, kind) => {
      const outcome = outcomeFor(status, mediaType, body);
      expect(outcome).toMatchObject({ kind, status: status || null, fromProxy: false });
      if (!['deleted', 'accepted', 'gone'].includes(kind)) expect(outcome.reason).toMatch(/./);
    },
  );

  it('maps each HTTP status to an outcome if the body is an instance record', () => {
    for (let status = 100; status < 600; status++) {
      const { kind } = outcomeFor(status, json, fullRecord);
      expect(kind, `HTTP ${status}`).toBe(expectedKind(status));
    }
  });

  it('without a readable body, only 204 and 205 prove a deletion', () => {
    const text = JSON.stringify(fullRecord);
    const unreadableBodies = [
      { text: '' },
      { text, mediaType: html },
      { text, mediaType: '' },
      { text, bodyProblem: 'cut-off' },
      { text, bodyProblem: 'timeout' },
      { text, bodyProblem: 'too-large' },
    ] as const;
    for (let status = 100; status < 600; status++)
      for (const body of unreadableBodies) {
        const { kind } = toDeleteOutcome(serviceResponse({ status, ...body }), target, null);
        if (status !== 204 && status !== 205) expect(kind).not.toMatch(/deleted|gone/);
        const isPage = 'mediaType' in body && body.mediaType === html;
        if (status === 202) expect(kind).toBe(isPage ? 'unknown' : 'accepted');
      }
  });
});

/** The outcome of a response with an instance record. */
function expectedKind(status: number): DeleteOutcomeKind {
  if (status === 202) return 'accepted';
  if ([200, 201, 203, 204, 205].includes(status)) return 'deleted';
  return status >= 400 && status < 500 && ![404, 408, 410].includes(status) ? 'refused' : 'unknown';
}

describe('the outcome for a 2xx body', () => {
  const failureWords =
    'failed failure error denied forbidden unauthorized rejected not_found conflict FAILED Denied'.split(' ');
  const statusValues = [400, 99_999, '403', '403 Forbidden', '500: no', ...failureWords];
  const contradictions = [
    ...['message', 'error', 'errors'].map((field) => [field, ['No', ['No'], { a: 1 }, true, 1]] as const),
    ...['success', 'ok', 'deleted'].map((field) => [field, [false, 0]] as const),
    ...['status', 'state', 'code', 'errorCode', 'statusCode'].map((field) => [field, statusValues] as const),
  ];

  it.each(contradictions)('a record whose field %s is one of %j has the outcome unknown', (field, values) => {
    for (const record of [fullRecord, { id: 'i-1' }, { name: 'eu-1', dbHost: 'h' }])
      for (const value of values) {
        const contradictedBody = { ...record, [field]: value };
        for (const status of [200, 201, 202, 203])
          expect(outcomeFor(status, json, contradictedBody).kind, JSON.stringify(value)).toBe('unknown');
        const inOtherWorkspace = { ...contradictedBody, workspace: { slug: 'beta' } };
        expect(outcomeFor(200, json, inOtherWorkspace).kind).toBe('mismatch');
      }
  });
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
    const outcome = outcomeFor(200, json, { ...fullRecord, ...fields });
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
      const text = JSON.stringify({ id: 'i-1', ...fields });
      const outcome = toDeleteOutcome(serviceResponse({ status, text }), target, name);
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
  ])('the reason for HTTP %i %s with the body "%s" is %j', (status, statusText, text, reason) => {
    const response = serviceResponse({ status, statusText, text, requestId: 'r' });
    const outcome = toDeleteOutcome(response, target, null);
    expect(outcome).toMatchObject({ reason, status, requestId: 'r', record: null });
  });
});
