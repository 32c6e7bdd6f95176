import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { FaultStep } from '../support/faultServer.ts';
import { answer, chunk, chunkedHead, jsonAnswer, page } from '../support/faultServerAnswers.ts';
import { faultServer, matrixCase, sendDelete, sendRead } from '../support/matrixCase.ts';

const reads = ['history', 'regions'] as const;
/** Bodies whose every part is right for the operation, so that only the fault can be the reason to refuse them. */
const record = JSON.stringify({ id: 'i-1', workspace: { slug: 'acme' }, dbHost: 'x'.repeat(5000) });
const list = JSON.stringify(Array.from({ length: 400 }, () => 'CLOUDA_US_WEST_2'));
const bodyFor = (method: string) => (method === 'DELETE' ? record : list);
const gzipped = (method: string) => gzipSync(bodyFor(method));

describe('[06] a body that does not arrive whole', () => {
  const cut = { kind: 'unreachable', status: 200, transient: true } as const;
  const cuts: [fault: string, steps: (body: string, method: string) => FaultStep[]][] = [
    [
      '200, then a reset',
      (body) => [answer({ body: body.slice(0, 900), length: body.length }), { wait: 150 }, 'reset'],
    ],
    [
      'a body shorter than its length',
      (body) => [answer({ body: body.slice(0, -1), length: body.length }), 'end'],
    ],
    [
      'a whole body one byte short of its length',
      (body) => [answer({ body, length: body.length + 1 }), 'end'],
    ],
    ['a bad chunk', (body) => [chunkedHead(), chunk(body), { wait: 20 }, 'zz\r\nnot a size\r\n']],
    ['chunks without the last one', (body) => [chunkedHead(), chunk(body), 'end']],
    ['bytes that are no gzip', (body) => [answer({ body, headers: { 'Content-Encoding': 'gzip' } })]],
    [
      'gzip with a broken middle',
      (_, method) => {
        const bytes = gzipped(method);
        bytes.fill(0xff, 12, 40);
        return [answer({ length: bytes.length, headers: { 'Content-Encoding': 'gzip' } }), bytes];
      },
    ],
  ];
  for (const [fault, steps] of cuts)
    matrixCase({
      row: 6,
      fault,
      script: ({ method }) => steps(bodyFor(method), method),
      DELETE: { kind: 'unknown', status: 200, record: null, reason: expect.stringContaining('200') },
      reads: cut,
    });

  it.each(['DELETE', ...reads] as const)(
    '[06 %s] gzip cut in the middle is never a result',
    async (operation) => {
      const server = await faultServer(({ method }) => {
        const bytes = gzipped(method).subarray(0, 40);
        return [answer({ length: bytes.length, headers: { 'Content-Encoding': 'gzip' } }), bytes];
      });
      if (operation === 'DELETE')
        expect(await sendDelete(server.url)).toMatchObject({ kind: 'unknown', status: 200 });
      else expect(await sendRead(operation, server.url)).toHaveProperty('error');
    },
  );
});

describe('a whole body that is not the answer', () => {
  const unreadable = { kind: 'unreadable', status: 200, transient: false } as const;
  const unknown = {
    kind: 'unknown',
    status: 200,
    record: null,
    reason: expect.stringContaining('200'),
  } as const;

  for (const lost of [1, 2, 500])
    matrixCase({
      row: 8,
      fault: `JSON that lacks its last ${lost} bytes`,
      script: ({ method }) => [answer({ body: bodyFor(method).slice(0, -lost) })],
      DELETE: unknown,
      reads: unreadable,
    });

  for (const [fault, wanted] of [
    ['a web page', { type: 'text/html; charset=utf-8', body: page }],
    ['a web page with no body', { type: 'text/html' }],
    ['JSON labelled as a web page', { type: 'TEXT/HTML', body: '{}' }],
    ['a web page labelled as JSON', { body: `\n  ${page}` }],
    ['an XHTML page', { type: 'application/xhtml+xml', body: '<?xml version="1.0"?><html/>' }],
  ] as const)
    matrixCase({
      row: 9,
      fault,
      script: () => [answer(wanted)],
      DELETE: { ...unknown, reason: 'Received a web page instead of a service response (HTTP 200).' },
      reads: { kind: 'not-the-service', status: 200, transient: false },
    });

  matrixCase({
    row: 10,
    fault: 'JSON without a content type',
    script: ({ method }) => [answer({ type: null, body: bodyFor(method) })],
    DELETE: unknown,
    reads: unreadable,
  });
  for (const body of [
    '',
    ' ',
    'null',
    'true',
    '0',
    '"deleted"',
    '\u0000\u0001\ufffd',
    '{]',
    'undefined',
    '{"a":1}{"b":2}',
  ])
    matrixCase({
      row: 10,
      fault: `the body ${JSON.stringify(body)}`,
      script: () => [answer({ body })],
      DELETE: unknown,
      reads: unreadable,
    });
  matrixCase({
    row: 10,
    fault: 'a list for a record, a record for a list',
    script: ({ method }) => [answer({ body: method === 'DELETE' ? list : record })],
    DELETE: unknown,
    reads: unreadable,
  });
  matrixCase({
    row: 10,
    fault: 'garbage in place of a head',
    script: () => ['\u0007 what is this\r\n\r\n', 'end'],
    DELETE: { kind: 'unknown', status: null },
    reads: { kind: 'unreachable', status: null },
  });
});

describe('a success of another kind', () => {
  matrixCase({
    row: 15,
    fault: '202 with a record',
    script: () => [jsonAnswer({ id: 'i-1' }, { status: 202 })],
    DELETE: { kind: 'accepted', status: 202 },
    reads: { kind: 'unreadable', status: 202, transient: false },
  });
  matrixCase({
    row: 15,
    fault: '202 with an error of the service in it',
    script: () => [jsonAnswer({ message: 'Forbidden', statusCode: 403 }, { status: 202 })],
    DELETE: {
      kind: 'unknown',
      status: 202,
      reason: 'The response (HTTP 202) contains error 403: Forbidden',
    },
  });
  for (const body of ['', '[]', '{}', '{"id":'])
    matrixCase({
      row: 15,
      fault: `202 with the body ${JSON.stringify(body.slice(0, 12))}`,
      script: () => [answer({ status: 202, body })],
      DELETE: { kind: 'accepted', status: 202, record: null },
      reads: { kind: 'unreadable', status: 202, transient: false },
    });
  for (const body of [page, '{"ok":false}'])
    matrixCase({
      row: 15,
      fault: `202 with the body ${JSON.stringify(body.slice(0, 12))}`,
      script: () => [answer({ status: 202, body })],
      DELETE: { kind: 'unknown', status: 202, record: null },
    });
  matrixCase({
    row: 15,
    fault: 'an empty 202 labelled as a web page',
    script: () => [answer({ status: 202, type: 'text/html' })],
    DELETE: { kind: 'accepted', status: 202, record: null },
    reads: { kind: 'unreadable', status: 202, transient: false },
  });
  for (const status of [204, 205])
    for (const type of [null, 'text/html'])
      matrixCase({
        row: 16,
        fault: `${status} with the content type ${type}`,
        script: () => [answer({ status, type })],
        DELETE: { kind: 'deleted', status, record: null },
        reads: { kind: 'unreadable', status, transient: false },
      });
  for (const status of [301, 302, 303, 307, 308])
    matrixCase({
      row: 17,
      fault: `a ${status} to itself`,
      script: ({ target }) => [answer({ status, headers: { Location: target } })],
      DELETE: { kind: 'unknown' },
      reads: { kind: 'unreachable', status: null },
    });
  matrixCase({
    row: 17,
    fault: 'a 303 to a list that would answer 200',
    script: ({ target }) =>
      target === '/elsewhere'
        ? [jsonAnswer({})]
        : [answer({ status: 303, headers: { Location: '/elsewhere' } })],
    DELETE: { kind: 'unknown' },
    reads: { kind: 'unreachable' },
  });
  for (const status of [300, 304])
    matrixCase({
      row: 17,
      fault: `a ${status}`,
      script: () => [answer({ status, length: status === 304 ? null : 0 })],
      DELETE: { kind: 'unknown', status },
      reads: { kind: 'refused', status, transient: false },
    });

  it('[11 DELETE] extra fields are deleted, and kept', async () => {
    const body = { id: 'i-1', color: 'blue', instanceId: null, workspace: { slug: 'acme', plan: 7 } };
    const server = await faultServer(() => [jsonAnswer(body)]);
    const outcome = await sendDelete(server.url);
    expect(outcome).toMatchObject({ kind: 'deleted', notes: [], record: body });
  });

  it('[11 history] extra fields are kept', async () => {
    const body = [{ workspace: 'acme', level: 'pro', seats: 12 }];
    const server = await faultServer(() => [jsonAnswer(body)]);
    expect(await sendRead('history', server.url)).toMatchObject({
      list: { items: [{ level: 'pro', raw: body[0] }], unreadable: [] },
    });
  });

  it('[11 regions] an object in place of a text is counted and kept raw; the others stay', async () => {
    const server = await faultServer(() => [jsonAnswer(['CLOUDA_US_WEST_2', { id: 'CLOUDB_EASTUS' }])]);
    expect(await sendRead('regions', server.url)).toEqual({
      list: { items: ['CLOUDA_US_WEST_2'], unreadable: [{ id: 'CLOUDB_EASTUS' }] },
    });
  });
});
