import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { segmentProblem } from '../../src/server/operations.ts';
import { requestLine } from '../../src/server/requestLog.ts';
import { passedHeaders, replacementFor } from '../../src/server/responses.ts';
import { forwardedHeaders } from '../../src/server/service.ts';
import { hostileTexts, superlinearTexts, targetCharacters } from '../support/linearTime.ts';
import { bearer, consoleWithService } from '../support/listenConsole.ts';
import { rawJson } from '../support/rawService.ts';

describe('text from the network is matched in linear time', { timeout: 120_000 }, () => {
  const serve = () => consoleWithService((_, socket) => socket.write(rawJson(200, [])));

  it.each(['/', '/assets/', '/workspaces/', '/api/', '/api/workspaces/'])(
    'in targets below %s',
    async (start) => {
      const { send } = await serve();
      const texts = hostileTexts(31_000 - start.length, targetCharacters);
      expect(await superlinearTexts(texts, (text) => send('GET', start + text))).toEqual([]);
    },
  );

  it.each([
    'Authorization: Bearer ',
    'Idempotency-Key: ',
    'Accept: ',
    'Accept-Encoding: ',
    'If-None-Match: ',
    'Range: bytes=',
    'X-Request-Id: ',
    'Host: ',
    'Content-Length: ',
    'Connection: ',
  ])('in the header %s', async (start) => {
    const { send } = await serve();
    const headers = (text: string) => [start + text, ...(start.startsWith('Auth') ? [] : [bearer])];
    const get = (text: string) =>
      send('GET', start.startsWith('A') ? '/api/workspaces/acme/regions' : '/', headers(text));
    expect(await superlinearTexts(hostileTexts(31_000, targetCharacters), get)).toEqual([]);
  });

  it.each<[string, (text: string) => unknown]>([
    ['segmentProblem', segmentProblem],
    [
      'forwardedHeaders (Authorization)',
      (text) => forwardedHeaders({ headersDistinct: { authorization: [text] } }, 'r'),
    ],
    ['forwardedHeaders (Accept)', (text) => forwardedHeaders({ headersDistinct: { accept: [text] } }, 'r')],
    ['passedHeaders', (text) => passedHeaders({ 'x-request-id': text, 'retry-after': text })],
    [
      'replacementFor',
      (text) =>
        replacementFor(
          { statusCode: 200, headers: { 'content-type': text }, body: Readable.from([]) },
          'GET',
        ),
    ],
    ['requestLine', (text) => requestLine({ path: text, ms: 0, cut: false }, [])],
    [
      'requestLine with a token',
      (text) => requestLine({ path: text, ms: 0, cut: false }, [`b${text.slice(0, 8_000)}`]),
    ],
  ])('by %s', async (_, work) => {
    expect(await superlinearTexts(hostileTexts(60_000), work)).toEqual([]);
  });

  it('reports a quadratic match', async () => {
    const texts = ['.'.repeat(24_000)];
    expect(await superlinearTexts(texts, (text) => /\.[^/]*$/.test(`${text}/`))).toHaveLength(1);
  });
});
