import { describe, expect, it } from 'vitest';
import { answer, jsonAnswer, page } from '../support/faultServerAnswers.ts';
import { faultServer, matrixCase, sendDelete } from '../support/matrixCase.ts';

describe('a success without an instance record', () => {
  const noRecords: [body: unknown, reason: string][] = [
    [{}, 'The answer (HTTP 200) is no instance record: “{}”.'],
    [{ ok: false }, 'The answer (HTTP 200) is no instance record: “{"ok":false}”.'],
    [{ error: 'maintenance' }, 'The answer (HTTP 200) is no instance record: “maintenance”.'],
    [{ id: null, name: null }, 'The answer (HTTP 200) is no instance record: “{"id":null,"name":null}”.'],
    [{ id: 'request-1', error: 'forbidden' }, 'The answer (HTTP 200) is no instance record: “forbidden”.'],
    [{ name: 'ForbiddenError', message: 'No' }, 'The answer (HTTP 200) is no instance record: “No”.'],
    [{ message: 'Forbidden', statusCode: 403 }, 'The answer (HTTP 200) is an error of status 403: Forbidden'],
    [{ message: 'Busy', statusCode: '503' }, 'The answer (HTTP 200) is an error of status 503: Busy'],
    [
      { message: 'No', statusCode: 404, id: 'i-1', workspace: { slug: 'globex' } },
      'The answer (HTTP 200) is an error of status 404: No',
    ],
  ];
  for (const [body, reason] of noRecords)
    matrixCase({
      row: 11,
      fault: `200 with ${JSON.stringify(body)}`,
      script: () => [jsonAnswer(body)],
      DELETE: { kind: 'unknown', status: 200, record: null, reason },
    });
  it.each([200, 201, 206, 299])('[11 DELETE] %i with {"ok":false} is unknown', async (status) => {
    const server = await faultServer(() => [jsonAnswer({ ok: false }, { status })]);
    expect(await sendDelete(server.url)).toMatchObject({ kind: 'unknown', status, record: null });
  });
  it('[11 DELETE] a message as long as a book is quoted in part, as text', async () => {
    const server = await faultServer(() => [jsonAnswer({ note: '<b>\u202e'.repeat(9_000) })]);
    const { kind, reason } = await sendDelete(server.url);
    expect(kind).toBe('unknown');
    expect(reason).toMatch(
      /^The answer \(HTTP 200\) is no instance record: “\{"note":"<b> [^\u202e]{150,220}…”\.$/,
    );
  });
  const fields = { id: 'i', instanceId: 'i', name: 'n', instanceName: 'n', apiHost: 'h', dbHost: 'h' };
  it.each([
    ...Object.entries({ ...fields, created: 'c', deleted: 'd', expandable: false, sharded: true }),
    ['workspace', { slug: 'acme' }],
    ['database', { name: 'orders' }],
  ])('[11 DELETE] one field of an instance is a record: %s', async (field, value) => {
    const server = await faultServer(() => [jsonAnswer({ [field]: value })]);
    expect(await sendDelete(server.url)).toMatchObject({ kind: 'deleted', record: expect.anything() });
  });
});

describe('an absence that is not in the words of the service', () => {
  for (const status of [404, 410]) {
    const notTheService: [what: string, answered: string, reason: string][] = [
      ['a web page', answer({ status, type: 'text/html', body: page }), 'A web page came back'],
      ['a web page labelled as JSON', answer({ status, body: page }), 'A web page came back'],
      ['plain text', answer({ status, type: 'text/plain', body: 'default backend' }), 'not labelled as JSON'],
      ['JSON labelled as text', answer({ status, type: 'text/plain', body: '{}' }), 'not labelled as JSON'],
      ['JSON without a label', answer({ status, type: null, body: '{}' }), 'not labelled as JSON'],
      ['nothing', answer({ status, type: null }), 'not labelled as JSON'],
      ['nothing, labelled as JSON', answer({ status }), 'not readable JSON'],
      ['half of an object', answer({ status, body: '{"message":"No' }), 'not readable JSON'],
      ['a list', jsonAnswer([], { status }), 'no JSON object'],
      ['null', jsonAnswer(null, { status }), 'no JSON object'],
    ];
    for (const [what, answered, reason] of notTheService)
      matrixCase({
        row: 22,
        fault: `a ${status} with ${what}`,
        script: () => [answered],
        DELETE: {
          kind: 'unknown',
          status,
          record: null,
          reason: expect.stringMatching(new RegExp(`${reason}.*HTTP ${status}|HTTP ${status}.*${reason}`)),
        },
        reads: { kind: 'not-found', status, transient: false },
      });
  }
});
