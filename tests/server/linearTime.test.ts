import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { findProtection } from '../../src/config.ts';
import { findSegmentProblem } from '../../src/server/operations.ts';
import { readReason } from '../../src/server/policy.ts';
import { createAudit, createLogEntry } from '../../src/server/requestLog.ts';
import { createReplacement, pickHeaders } from '../../src/server/responses.ts';
import { hostileLength, hostileTexts, superlinearTexts, targetCharacters } from '../support/linearTime.ts';
import { consoleWithService } from '../support/listenConsole.ts';
import { jsonResponse } from '../support/rawResponses.ts';

describe('text from the network', { timeout: 120_000 }, () => {
  const response = (type: string) => ({
    statusCode: 200,
    headers: { 'content-type': type },
    body: Readable.from([]),
  });
  it.each(['/', '/assets/', '/workspaces/', '/api/', '/api/workspaces/'])(
    'a request target that starts with %s is handled in linear time',
    async (start) => {
      const { send } = await consoleWithService((_, socket) => socket.write(jsonResponse([])));
      const get = (text: string) => send('GET', start + text);
      expect(await superlinearTexts(hostileTexts(targetCharacters), get)).toEqual([]);
    },
  );

  it.each<[string, (text: string) => unknown]>([
    ['findSegmentProblem', findSegmentProblem],
    ['createAudit', (text) => createAudit(null)({ headers: { authorization: text } })],
    ['createLogEntry', (text) => createLogEntry({ headers: { 'x-request-id': text } })],
    ['pickHeaders', (text) => pickHeaders({ 'x-request-id': text, 'retry-after': text })],
    ['createReplacement', (text) => createReplacement(response(text), 'GET')],
    ['readReason', readReason],
    ['findProtection', (text) => findProtection([`${text}*`, `*${text.slice(1)}`], [text])],
    ['findProtection with many asterisks', (text) => findProtection(['*a'.repeat(1_000)], [text])],
  ])('%s takes linear time', async (_, work) => {
    expect(await superlinearTexts(hostileTexts(), work)).toEqual([]);
  });

  it('superlinearTexts finds a quadratic regular expression', async () => {
    const work = (text: string) => /\.[^/]*$/.test(`${text}/`);
    expect(await superlinearTexts(['.'.repeat(hostileLength)], work)).toHaveLength(1);
  });
});
