import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DeleteOutcomeKind, deleteOutcomeOf } from '../../src/api/deleteOutcome.ts';
import { target } from '../support/apiCalls.ts';
import { serviceResponse } from '../support/serviceResponse.ts';
import { deleteResponses, full, html, json, other, webPage } from './deleteResponses.ts';

type Body = Readonly<Record<string, unknown>>;

function outcomeFor(status: number, mediaType: string, body: unknown) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return deleteOutcomeOf(serviceResponse({ status, mediaType, text }), target);
}

describe('deleteOutcomeOf', () => {
  it.each(deleteResponses)('returns for %i %s %j: %s', (status, mediaType, body, kind) => {
    const outcome = outcomeFor(status, mediaType, body);
    expect(outcome).toMatchObject({ kind, status });
    if (!['deleted', 'accepted', 'gone'].includes(kind)) expect(outcome.reason).toMatch(/./);
  });

  it('maps every HTTP status to one outcome if the body is a record', () => {
    for (let status = 100; status < 600; status++) {
      const { kind } = outcomeFor(status, json, full);
      expect(kind, `HTTP ${status}`).toBe(expectedKind(status));
    }
  });

  it('never returns deleted or gone without a readable body, except for 204 and 205', () => {
    const text = JSON.stringify(full);
    const unreadable = [
      { text: '' },
      { text, mediaType: html },
      { text, mediaType: '' },
      { text, bodyProblem: 'cut' },
      { text, bodyProblem: 'timeout' },
      { text, bodyProblem: 'too-large' },
    ] as const;
    for (let status = 100; status < 600; status++)
      for (const fault of unreadable) {
        const { kind } = deleteOutcomeOf(serviceResponse({ status, ...fault }), target);
        if (status !== 204 && status !== 205) expect(kind).not.toMatch(/deleted|gone/);
        const isPage = 'mediaType' in fault && fault.mediaType === html;
        if (status === 202) expect(kind).toBe(isPage ? 'unknown' : 'accepted');
      }
  });
});

/** The statuses of the table of outcomes, for a body that is a record. */
function expectedKind(status: number): DeleteOutcomeKind {
  if (status === 202) return 'accepted';
  if ([200, 201, 203, 204, 205].includes(status)) return 'deleted';
  if (status === 404 || status === 410) return 'gone';
  return status >= 400 && status < 500 && status !== 408 ? 'refused' : 'unknown';
}

describe('the proof in a 2xx body', () => {
  const facts = {
    apiHost: 'h',
    dbHost: 'h',
    workspace: { slug: 'acme' },
    database: {},
    created: '2026-01-01',
    deleted: '2026-01-01',
    expandable: true,
    sharded: false,
  };
  const anyFact = fc.constantFrom(...Object.entries(facts));
  const provingBody: fc.Arbitrary<Body> = fc.oneof(
    fc.constant({ id: 'i-1' }),
    anyFact.map(([field, value]) => ({ name: 'eu-1', [field]: value })),
    fc
      .uniqueArray(anyFact, { minLength: 2, selector: ([field]) => field })
      .map((entries) => Object.fromEntries(entries)),
  );
  const something = fc.anything().filter((value) => {
    const text = JSON.stringify(value) ?? 'null';
    return !['null', 'false', '""', '[]', '{}'].includes(text);
  });
  const failureCode = fc
    .tuple(fc.integer({ min: 400, max: 99_999 }), fc.constantFrom('', ' Forbidden', ': no'))
    .chain(([code, words]) => fc.constantFrom<unknown>(code, `${code}${words}`));
  const words =
    'failed failure error denied forbidden unauthorized rejected not_found conflict FAILED Denied'.split(' ');
  const contradiction = fc.oneof(
    fc.tuple(fc.constantFrom('message', 'error', 'errors'), something),
    fc.tuple(fc.constantFrom('success', 'ok', 'deleted'), fc.constantFrom(false, 0)),
    fc.tuple(
      fc.constantFrom('status', 'state', 'code', 'errorCode', 'statusCode'),
      fc.oneof(failureCode, fc.constantFrom(...words)),
    ),
  );
  const read = fc.constantFrom(200, 201, 203);

  it('is removed by any contradiction, also in a 202', () => {
    fc.assert(
      fc.property(read, provingBody, contradiction, (status, body, [field, value]) => {
        expect(outcomeFor(status, json, body).kind).toBe('deleted');
        const contradicted = { ...body, [field]: value };
        expect(outcomeFor(status, json, contradicted).kind).toBe('unknown');
        expect(outcomeFor(202, json, contradicted).kind).toBe('unknown');
        const elsewhere = { ...contradicted, workspace: { slug: 'beta' } };
        expect(outcomeFor(status, json, elsewhere).kind).toBe('mismatch');
      }),
    );
  });

  it('does not depend on unknown fields', () => {
    const known = new Set(
      'id instanceId name instanceName status state code errorCode statusCode message error errors success ok'
        .split(' ')
        .concat(Object.keys(facts), '__proto__'),
    );
    const extra = fc.dictionary(
      fc.string().filter((field) => !known.has(field)),
      fc.jsonValue(),
    );
    const body = fc.oneof(provingBody, fc.constantFrom<Body>({}, { id: 'i-2' }, { ...full, ok: false }));
    fc.assert(
      fc.property(fc.constantFrom(200, 202, 404), body, extra, (status, known, unknown) => {
        const { kind } = outcomeFor(status, json, known);
        expect(outcomeFor(status, json, { ...unknown, ...known }).kind).toBe(kind);
      }),
    );
  });

  it('never comes from text that was not UTF-8', () => {
    const garbled = (body: object) => {
      const bytes = Buffer.from(JSON.stringify(body), 'latin1');
      return serviceResponse({ text: new TextDecoder().decode(bytes) });
    };
    const german = { ...target, workspaceSlug: 'köln', instanceId: 'i\ufffd1' };
    const outcome = (body: object, name: string | null = null) =>
      deleteOutcomeOf(garbled(body), german, name);
    expect(outcome({ id: 'iä1' }).kind).toBe('unknown');
    expect(outcome({ ...full, workspace: { slug: 'köln' } })).toMatchObject({
      kind: 'unknown',
      reason: 'The response (HTTP 200) names a workspace that can’t be read.',
    });
    const named = outcome({ ...full, workspace: {}, name: 'Jörg' }, 'Jörg');
    expect(named).toMatchObject({ kind: 'deleted', differentName: null });
    const missing = { ...garbled({ message: 'Nicht verfügbar' }), status: 404 };
    expect(deleteOutcomeOf(missing, target).kind).toBe('gone');
  });
});

describe('the facts of an outcome', () => {
  it.each<[fields: object, note: string | null]>([
    [{ id: 'i-1' }, null],
    [{ id: 'i-2' }, 'has a different ID: “i-2”.'],
    [{ id: undefined }, 'has no ID.'],
    [{ id: 7 }, 'has an ID that isn’t a string: “7”.'],
    [{ id: { is: 1 } }, 'has an ID that isn’t a string: a structure.'],
    [{ workspace: 'acme' }, null],
    [{ workspace: 'w-7' }, 'gives its workspace as “w-7”.'],
    [
      { instanceId: 'i-1', workspace: null, database: { workspace: 'Acme' } },
      'gives its workspace as “Acme”.',
    ],
    [{ databaseName: 'orders' }, null],
    [{ database: { name: 'orders' } }, null],
    [{ database: {} }, null],
    [{ databaseName: 'payments' }, 'names a different database: “payments”.'],
    [{ database: { name: 'payments' } }, 'names a different database: “payments”.'],
  ])('note a difference of the returned record: %j', (fields, note) => {
    const notes = note === null ? [] : [`The returned record ${note}`];
    expect(outcomeFor(200, json, { ...full, ...fields })).toMatchObject({ kind: 'deleted', notes });
  });

  it('limit the depth of the returned record', () => {
    const text = `{"id":"i-1","deep":${'['.repeat(400_000)}${']'.repeat(400_000)}}`;
    const outcome = outcomeFor(200, json, text);
    expect(outcome.kind).toBe('deleted');
    expect(JSON.stringify(structuredClone(outcome.record))).toContain('(nested too deeply to show)');
  });

  it.each([
    ['eu-1', { name: 'eu-1' }, null],
    ['eu-1', { name: 'eu-2' }, 'eu-2'],
    ['eu-1', { instanceId: 'i-1', instanceName: 'eu-2' }, 'eu-2'],
    ['eu-1', { name: null }, null],
    ['eu-1', { name: 7 }, null],
    ['eu-1', {}, null],
    [null, { name: 'eu-2' }, null],
  ])('compare the expected name %s with the returned record %j', (name, fields, differentName) => {
    for (const status of [200, 202]) {
      const text = JSON.stringify({ id: 'i-1', ...fields });
      const outcome = deleteOutcomeOf(serviceResponse({ status, text }), target, name);
      const note = `The returned record has a different name: “${differentName}”.`;
      expect(outcome).toMatchObject({ differentName, notes: differentName === null ? [] : [note] });
    }
  });

  it('keep quoted values short', () => {
    const { notes } = outcomeFor(200, json, { ...full, id: 'x'.repeat(100_000) });
    expect(notes.join().length).toBeLessThan(600);
    expect(outcomeFor(200, json, { workspace: { slug: 's'.repeat(100_000) } }).reason.length).toBeLessThan(
      700,
    );
  });

  it('hold a wait of 30 s for a 429 without Retry-After, otherwise the requested wait', () => {
    const wait = (status: number, retryAfterMs: number | null) =>
      deleteOutcomeOf(serviceResponse({ status, retryAfterMs }), target).retryAfterMs;
    expect([wait(429, null), wait(429, 5), wait(409, null), wait(409, 7), wait(503, 7)]).toEqual([
      30_000,
      5,
      null,
      7,
      null,
    ]);
  });
});

describe('the reason of an outcome', () => {
  const cut = '{"message":"The service answered 200, but its response was cut."}';
  const noObject = 'It doesn’t show whether the instance exists.';
  it.each([
    [204, '', '', ''],
    [404, '', '', `The response (HTTP 404) contains invalid JSON. ${noObject}`],
    [410, '', '[]', `The response (HTTP 410) isn’t a JSON object. ${noObject}`],
    [418, 'Teapot', '', 'HTTP 418 Teapot'],
    [304, '', '', 'The response (HTTP 304) doesn’t say whether the deletion succeeded.'],
    [206, '', '{}', 'The response (HTTP 206) doesn’t say whether the deletion succeeded.'],
    [202, '', webPage, 'Received a web page instead of a service response (HTTP 202).'],
    [200, '', '[]', 'The response (HTTP 200) isn’t a JSON object.'],
    [200, '', '{"code":403}', 'The response (HTTP 200) contains error 403: no message.'],
    [200, '', '{"error":"No"}', 'The response (HTTP 200) contains an error: No'],
    [200, '', '{"errors":[1]}', 'The response (HTTP 200) contains an error: no message.'],
    [200, '', '{"state":"failed"}', 'The response (HTTP 200) contains “state”: “failed”.'],
    [502, '', cut, 'The service answered 200, but its response was cut.'],
  ])('for HTTP %i %s %s is %j', (status, statusText, text, reason) => {
    const outcome = deleteOutcomeOf(serviceResponse({ status, statusText, text, requestId: 'r' }), target);
    expect(outcome).toMatchObject({ reason, status, requestId: 'r', record: null });
  });

  it('names both workspaces of a mismatch', () => {
    expect(outcomeFor(200, json, other).reason).toBe(
      'Requested in workspace “acme”, but the response names workspace “beta”.',
    );
  });
});
