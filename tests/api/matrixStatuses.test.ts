import { describe, expect, it, vi } from 'vitest';
import { answer, errorAnswer, jsonAnswer, page } from '../support/faultServerAnswers.ts';
import { faultServer, matrixCase, sendDelete, sendRead } from '../support/matrixCase.ts';

const reads = ['history', 'regions'] as const;
const said = 'The workspace is being moved';

describe('a refusal', () => {
  const refusals = [
    [18, 400, 'refused', false],
    [18, 422, 'refused', false],
    [21, 403, 'forbidden', false],
    [24, 405, 'refused', false],
    [24, 421, 'refused', false],
    [24, 425, 'refused', false],
    [26, 409, 'conflict', true],
    [26, 412, 'conflict', false],
    [26, 423, 'conflict', true],
    [27, 429, 'too-many-requests', true],
  ] as const;
  for (const [row, status, kind, transient] of refusals)
    matrixCase({
      row,
      fault: `a ${status}`,
      script: () => [errorAnswer(status, said, { 'X-Request-Id': 'r-1' })],
      DELETE: { kind: 'refused', status, reason: said, requestId: 'r-1' },
      reads: { kind, status, serviceMessage: said, requestId: 'r-1', transient },
      // The fetch standard sends again, once, after a 421: the server has said that it did nothing.
      ...(status === 421 && { sent: 2 }),
    });

  for (const status of [403, 404, 422])
    matrixCase({
      row: status === 403 ? 21 : status === 404 ? 22 : 18,
      fault: `a ${status} whose body is cut`,
      script: () => [
        answer({ status, reason: 'Said Short', body: '{"message":"The', length: 90 }),
        { wait: 150 },
        'reset',
      ],
      DELETE: {
        kind: status === 404 ? 'unknown' : 'refused',
        status,
        reason:
          status === 404
            ? 'The response (HTTP 404) was cut off. It doesn’t show whether the instance exists.'
            : `HTTP ${status} Said Short`,
      },
      reads: { status, serviceMessage: null, transient: false },
    });

  for (const status of [404, 410])
    matrixCase({
      row: 22,
      fault: `a ${status} at first`,
      script: () => [errorAnswer(status, said)],
      DELETE: { kind: 'gone', status, reason: said },
      reads: { kind: 'not-found', status, transient: false },
    });

  matrixCase({
    row: 25,
    fault: 'a 408',
    script: () => [errorAnswer(408, said)],
    DELETE: { kind: 'unknown', status: 408 },
    reads: { kind: 'timeout', status: 408, transient: true },
  });
});

describe('a rejected token', () => {
  it('[19 DELETE] a 401 is refused, and told once, before its body has come', async () => {
    const onRejectedToken = vi.fn();
    const told = new Promise<void>((resolve) => onRejectedToken.mockImplementation(resolve));
    const head = answer({ status: 401, length: 18 });
    const server = await faultServer(() => [head, { until: told }, '{"message":"Late"}']);
    const outcome = await sendDelete(server.url, { onRejectedToken });
    expect(outcome).toMatchObject({ kind: 'refused', status: 401, reason: 'Late' });
    expect(onRejectedToken).toHaveBeenCalledOnce();
    expect(server.requests).toHaveLength(1);
  });

  it.each(reads)('[19 %s] a 401 is rejected-token, not transient, and told once', async (read) => {
    const server = await faultServer(() => [errorAnswer(401, said)]);
    const onRejectedToken = vi.fn();
    const end = await sendRead(read, server.url, { onRejectedToken });
    expect(end).toMatchObject({ error: { kind: 'rejected-token', status: 401, transient: false } });
    expect(onRejectedToken).toHaveBeenCalledOnce();
  });

  it.each(['DELETE', ...reads] as const)('[20 %s] each of 20 parallel 401s is told', async (operation) => {
    const server = await faultServer(() => [errorAnswer(401, said)]);
    const onRejectedToken = vi.fn();
    const send = () =>
      operation === 'DELETE'
        ? sendDelete(server.url, { onRejectedToken })
        : sendRead(operation, server.url, { onRejectedToken });
    const ends = await Promise.all(Array.from({ length: 20 }, send));
    expect(ends).toHaveLength(20);
    expect(onRejectedToken).toHaveBeenCalledTimes(20);
    expect(server.requests).toHaveLength(20);
  });

  it.each([403, 404, 500, 200])('a %s is not told', async (status) => {
    const server = await faultServer(() => [errorAnswer(status, said)]);
    const onRejectedToken = vi.fn();
    await sendRead('regions', server.url, { onRejectedToken });
    expect(onRejectedToken).not.toHaveBeenCalled();
  });
});

describe('[27] [28] waiting as told', () => {
  const inAnHour = 'a date in an hour';
  const tooMany = (header: string) => [
    errorAnswer(429, said, {
      'Retry-After': header === inAnHour ? new Date(Date.now() + 3_600_500).toUTCString() : header,
    }),
  ];
  const waits: [row: number, header: string, from: number, to: number][] = [
    [27, '0', 0, 0],
    [27, '7', 7000, 7000],
    [27, '3600', 3_600_000, 3_600_000],
    [27, inAnHour, 3_500_000, 3_601_000],
    [28, '1000000000', 30_000, 30_000],
    [28, '1e9', 30_000, 30_000],
    [28, '-5', 30_000, 30_000],
    [28, '2.5', 30_000, 30_000],
    [28, 'soon', 30_000, 30_000],
    [28, 'Wed, 21 Oct 2015 07:28:00 GMT', 30_000, 30_000],
    [28, 'Wed, 21 Oct 9999 07:28:00 GMT', 30_000, 30_000],
    [28, 'Wed, 99 Foo 2099 07:28:00 GMT', 30_000, 30_000],
    [28, '5, 9', 30_000, 30_000],
  ];
  const waiting = (row: number, wait: number) => expect(wait, `row ${row}`);
  it.each(waits)('[%i DELETE] 429 with Retry-After %j', async (row, header, from, to) => {
    const server = await faultServer(() => tooMany(header));
    const { kind, retryAfterMs } = await sendDelete(server.url);
    expect(kind).toBe('refused');
    waiting(row, retryAfterMs ?? -1).toBeGreaterThanOrEqual(from);
    waiting(row, retryAfterMs ?? -1).toBeLessThanOrEqual(to);
  });

  for (const read of reads)
    it.each(waits)(`[%i ${read}] 429 with Retry-After %j`, async (row, header, from, to) => {
      const server = await faultServer(() => tooMany(header));
      const end = await sendRead(read, server.url);
      const wait = 'error' in end ? end.error.retryAfterMs : null;
      waiting(row, wait ?? -1).toBeGreaterThanOrEqual(from);
      waiting(row, wait ?? -1).toBeLessThanOrEqual(to);
    });

  matrixCase({
    row: 27,
    fault: 'a 429 that does not say how long',
    script: () => [errorAnswer(429, said)],
    DELETE: { kind: 'refused', retryAfterMs: 30_000 },
    reads: { kind: 'too-many-requests', retryAfterMs: null, transient: true },
  });
});

describe('a failing service', () => {
  for (const status of [500, 501, 599])
    matrixCase({
      row: 29,
      fault: `a ${status}`,
      script: () => [errorAnswer(status, said, { 'X-Request-Id': `r-${status}` })],
      DELETE: {
        kind: 'unknown',
        status,
        requestId: `r-${status}`,
        reason: `The service returned an error (HTTP ${status}): ${said}`,
      },
      reads: {
        kind: 'service-failure',
        status,
        requestId: `r-${status}`,
        serviceMessage: said,
        transient: true,
      },
    });

  for (const status of [502, 503, 504])
    matrixCase({
      row: 30,
      fault: `a ${status} with a web page`,
      script: () => [answer({ status, type: 'text/html', body: page, headers: { 'Retry-After': '4' } })],
      DELETE: { kind: 'unknown', status, reason: `The service returned an error (HTTP ${status}).` },
      reads: { kind: 'service-failure', status, serviceMessage: null, retryAfterMs: 4000, transient: true },
    });

  matrixCase({
    row: 30,
    fault: 'a 502 whose words are labelled as a web page',
    script: () => [jsonAnswer({ message: said }, { status: 502, type: 'text/html' })],
    DELETE: { kind: 'unknown', reason: 'The service returned an error (HTTP 502).' },
    reads: { kind: 'service-failure', serviceMessage: null, transient: true },
  });

  matrixCase({
    row: 31,
    fault: 'a 404 whose body says 200',
    script: () => [jsonAnswer({ message: said, statusCode: 200 }, { status: 404 })],
    DELETE: { kind: 'gone', status: 404 },
    reads: { kind: 'not-found', status: 404 },
  });
  matrixCase({
    row: 31,
    fault: 'a 500 whose body says 404',
    script: () => [jsonAnswer({ message: said, statusCode: 404 }, { status: 500 })],
    DELETE: { kind: 'unknown', status: 500 },
    reads: { kind: 'service-failure', status: 500 },
  });

  const wild: [fault: string, body: unknown, shown: string][] = [
    ['a message of 1 MB', { message: 'm'.repeat(1_000_000) }, `${'m'.repeat(499)}…`],
    ['a message in HTML', { message: '<img src=x onerror=alert(1)>' }, '<img src=x onerror=alert(1)>'],
    ['bidi and control characters', { message: 'a\u202eb\u0007c\r\nd\u2066' }, 'a b c d'],
    ['half characters', { message: 'a\ud800b' }, 'a\ufffdb'],
    ['errors in place of a message', { message: '', errors: [{ message: 'first' }, 'second'] }, 'first'],
    ['an error in place of a message', { message: 7, error: 'only' }, 'only'],
  ];
  for (const [fault, body, shown] of wild)
    matrixCase({
      row: 31,
      fault,
      script: () => [jsonAnswer(body, { status: 400 })],
      DELETE: { kind: 'refused', reason: shown },
      reads: { kind: 'refused', serviceMessage: shown },
    });

  matrixCase({
    row: 31,
    fault: 'a reason phrase of 4 000 characters',
    script: () => [answer({ status: 418, reason: 'tea\u0009'.repeat(1000) })],
    DELETE: { kind: 'refused', reason: expect.stringMatching(/^HTTP 418 (tea ){49}tea…$/) },
    reads: { kind: 'refused', message: expect.stringMatching(/^.{20,260}$/) },
  });
  matrixCase({
    row: 31,
    fault: 'a request id of 4 000 characters',
    script: () => [errorAnswer(500, said, { 'X-Request-Id': 'r'.repeat(4000) })],
    DELETE: { kind: 'unknown', requestId: `${'r'.repeat(199)}…` },
    reads: { kind: 'service-failure', requestId: `${'r'.repeat(199)}…` },
  });
});
