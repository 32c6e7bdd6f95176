import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { deleteComputeInstance } from '../../src/api/deleteComputeInstance.ts';
import type { DeleteTarget } from '../../src/rules/outcome.ts';
import { confirmedDelete, connectionTo, sendRead, startService } from '../support/apiCalls.ts';
import { jsonResponse } from '../support/rawResponses.ts';

const invalidValues = [
  ...['', ...'. .. %2e %2E .%2e %2e. %2E%2e'.split(' '), 'x'.repeat(513), '\ud800', 'a\udc00b'],
  ...['\u0000', '..\u0000', 'a\r\nb', 'a\tb', 'a\u001f', '\u007f'],
];
const validValues = [
  ..."/ ? # % \\ ... %2f %2e%2e%2e a/../b ..; ä 💾 '".split(' '),
  ...['\u0080', ' ', 'x'.repeat(512)],
];

const difficultText = fc.constantFrom(...invalidValues, ...validValues);
const difficultTexts = fc.array(fc.oneof(difficultText, fc.string({ maxLength: 3 })), { maxLength: 5 });
const anyPathValue = fc.oneof(
  { weight: 12, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }) },
  { weight: 2, arbitrary: difficultTexts.map((texts) => texts.join('')) },
  { weight: 1, arbitrary: fc.string({ minLength: 505, maxLength: 520 }) },
);

describe('path values', () => {
  it('[34 DELETE] invalid values are rejected in every part of the path', async () => {
    const server = await startService(() => [jsonResponse({})]);
    const reason = /^The (workspace|database name|instance ID) .*\. No request was sent\.$/;
    for (const part of ['workspaceSlug', 'databaseName', 'instanceId'])
      for (const value of invalidValues) {
        const target = { workspaceSlug: 'w', databaseName: 'd', instanceId: 'i', [part]: value };
        const outcome = await deleteComputeInstance(connectionTo(server.url), target, confirmedDelete);
        expect(outcome, value).toMatchObject({ kind: 'not-sent', reason: expect.stringMatching(reason) });
      }
    expect(server.connections.opened).toBe(0);
  });

  it.each(['history', 'regions'] as const)(
    '[34 %s] invalid workspaces are rejected, and valid workspaces are encoded once',
    async (read) => {
      const server = await startService(() => [jsonResponse([])]);
      const badPath = { error: { kind: 'bad-path', isTransient: false } };
      for (const value of invalidValues)
        expect(await sendRead(read, server.url, {}, value)).toMatchObject(badPath);
      expect(server.connections.opened).toBe(0);
      for (const value of validValues) await sendRead(read, server.url, {}, value);
      const sentValues = server.requests.map(({ target }) => decodeURIComponent(target.split('/')[2] ?? ''));
      expect(sentValues).toEqual(validValues);
    },
  );

  it('[34 DELETE] random targets reach the service unchanged or not at all', async () => {
    const sentTargets: (DeleteTarget | null)[] = [];
    // Record URLs instead of sending requests, because requests take ten times as long. `Request` parses a URL like `fetch`.
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      sentTargets.push(targetOfRequest(new URL(new Request(url, init).url).pathname));
      return new Response(null, { status: 204 });
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    const anyTarget = fc.record({
      workspaceSlug: anyPathValue,
      databaseName: anyPathValue,
      instanceId: anyPathValue,
    });
    const property = fc.asyncProperty(anyTarget, async (target) => {
      const countBefore = sentTargets.length;
      const { kind } = await deleteComputeInstance(connectionTo('http://h'), target, confirmedDelete);
      expect(sentTargets.slice(countBefore)).toEqual(kind === 'not-sent' ? [] : [target]);
    });
    await fc.assert(property, { numRuns: 500 });
    expect(sentTargets.length).toBeGreaterThan(250);
  });
});

/** Decodes each segment of a path once, as a service does. Null if the path is not the path of a DELETE. */
function targetOfRequest(path: string): DeleteTarget | null {
  const match = /^\/workspaces\/([^/?#]+)\/databases\/([^/?#]+)\/compute\/([^/?#]+)$/.exec(path);
  const [workspaceSlug, databaseName, instanceId] = (match ?? []).slice(1).map(decodeURIComponent);
  if (workspaceSlug === undefined || databaseName === undefined || instanceId === undefined) return null;
  return { workspaceSlug, databaseName, instanceId };
}
