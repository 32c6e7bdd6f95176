import { describe, expect, it } from 'vitest';
import { answer, jsonAnswer, page } from '../support/faultServerAnswers.ts';
import { faultServer, matrixCase, sendDelete } from '../support/matrixCase.ts';

describe('a success without an instance record', () => {
  const bodies: [body: unknown, reason: string][] = [
    [{}, 'The response (HTTP 200) isn’t an instance record: “{}”.'],
    [{ ok: false }, 'The response (HTTP 200) contains “ok”: false.'],
    [{ error: 'maintenance' }, 'The response (HTTP 200) contains an error: maintenance'],
    [{ message: 'Forbidden', statusCode: 403 }, 'The response (HTTP 200) contains error 403: Forbidden'],
  ];
  for (const [body, reason] of bodies)
    matrixCase({
      row: 11,
      fault: `200 with ${JSON.stringify(body)}`,
      script: () => [jsonAnswer(body)],
      DELETE: { kind: 'unknown', status: 200, record: null, reason },
    });
  it('[11 DELETE] quotes a part of a long body as text', async () => {
    const server = await faultServer(() => [jsonAnswer({ note: '<b>\u202e'.repeat(9_000) })]);
    const { kind, reason } = await sendDelete(server.url);
    expect(kind).toBe('unknown');
    expect(reason).toMatch(
      /^The response \(HTTP 200\) isn’t an instance record: “\{"note":"<b> [^\u202e]{150,220}…”\.$/,
    );
  });
});

describe('an absence that is not in the words of the service', () => {
  for (const status of [404, 410]) {
    const notTheService: [what: string, answered: string, reason: string][] = [
      ['a web page', answer({ status, type: 'text/html', body: page }), 'Received a web page'],
      ['a web page labelled as JSON', answer({ status, body: page }), 'Received a web page'],
      ['plain text', answer({ status, type: 'text/plain', body: 'default backend' }), 'isn’t JSON'],
      ['JSON labelled as text', answer({ status, type: 'text/plain', body: '{}' }), 'isn’t JSON'],
      ['JSON without a label', answer({ status, type: null, body: '{}' }), 'isn’t JSON'],
      ['nothing', answer({ status, type: null }), 'isn’t JSON'],
      ['nothing, labelled as JSON', answer({ status }), 'contains invalid JSON'],
      ['half of an object', answer({ status, body: '{"message":"No' }), 'contains invalid JSON'],
      ['a list', jsonAnswer([], { status }), 'isn’t a JSON object'],
      ['null', jsonAnswer(null, { status }), 'isn’t a JSON object'],
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
