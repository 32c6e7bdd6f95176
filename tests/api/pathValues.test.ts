import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { deleteComputeInstance } from '../../src/api/computeInstances.ts';
import type { DeleteTarget } from '../../src/api/deleteOutcome.ts';
import { connectionTo, failureServer, intentKey, sendRead } from '../support/apiCalls.ts';
import { jsonResponse, rawResponse } from '../support/rawResponses.ts';

const positions = ['workspaceSlug', 'databaseName', 'instanceId'] as const;
const usual: DeleteTarget = { workspaceSlug: 'w', databaseName: 'd', instanceId: 'i' };
const forbidden = [
  ...['', ...'. .. %2e %2E .%2e %2e. %2E%2e'.split(' '), 'x'.repeat(513), '\ud800', 'a\udc00b'],
  ...['\u0000', '..\u0000', 'a\r\nb', 'a\tb', 'a\u001f', '\u007f'],
];
const encoded = [
  ..."/ ? # % \\ ... %2f %2e%2e%2e a/../b ..; ä 💾 '".split(' '),
  ...['\u0080', ' ', 'x'.repeat(512)],
];

const unusual = fc.constantFrom(
  ...'. .. / \\ % %2e %2E %2f ? # ; ä @ :'.split(' '),
  '\u0000',
  '\r\n',
  '\ud800',
  ' ',
);
const mixed = fc.array(fc.oneof(unusual, fc.string({ maxLength: 3 })), { maxLength: 5 });

/** Path values with dots, slashes, percent signs, lone surrogates and other difficult characters. */
const pathValue = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }) },
  { weight: 8, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }) },
  { weight: 2, arbitrary: mixed.map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.string({ minLength: 505, maxLength: 520 }) },
);

describe('path values', () => {
  it.each(forbidden)('[34 DELETE] %j is rejected before sending, in every position', async (value) => {
    const server = await failureServer(() => [jsonResponse({})]);
    for (const position of positions) {
      const wanted = { ...usual, [position]: value };
      const outcome = await deleteComputeInstance(connectionTo(server.url), wanted, intentKey);
      const reason = /^The (workspace|database name|instance ID) .*\. No request was sent\.$/;
      expect(outcome).toMatchObject({ kind: 'not-sent', reason: expect.stringMatching(reason) });
    }
    expect(server.connections.opened).toBe(0);
  });

  it.each(encoded)('[34 DELETE] %j is encoded once in every position', async (value) => {
    const server = await failureServer(() => [rawResponse({ status: 204, type: null })]);
    for (const position of positions)
      await deleteComputeInstance(connectionTo(server.url), { ...usual, [position]: value }, intentKey);
    expect(server.requests.map((request) => targetOnWire(request.target))).toEqual(
      positions.map((position) => ({ ...usual, [position]: value })),
    );
  });

  it.each(['history', 'regions'] as const)(
    '[34 %s] the same values are rejected or encoded once',
    async (read) => {
      const server = await failureServer(() => [jsonResponse([])]);
      for (const value of forbidden)
        expect(await sendRead(read, server.url, {}, value)).toMatchObject({
          error: { kind: 'bad-path', transient: false },
        });
      expect(server.connections.opened).toBe(0);
      for (const value of encoded) await sendRead(read, server.url, {}, value);
      expect(
        server.requests.map((request) => decodeURIComponent(request.target.split('/')[2] ?? '')),
      ).toEqual(encoded);
    },
  );

  it('[34 DELETE] 10 000 random targets reach the service unchanged or not at all', async () => {
    const sent: (DeleteTarget | null)[] = [];
    // `Request` parses the URL as `fetch` does. Real requests would take ten times as long.
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      sent.push(targetOnWire(new URL(new Request(url, init).url).pathname));
      return new Response(null, { status: 204 });
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    const target = fc.record({ workspaceSlug: pathValue, databaseName: pathValue, instanceId: pathValue });
    const property = fc.asyncProperty(target, async (wanted) => {
      const before = sent.length;
      const { kind } = await deleteComputeInstance(connectionTo('http://h'), wanted, intentKey);
      expect(sent.slice(before)).toEqual(kind === 'not-sent' ? [] : [wanted]);
    });
    await fc.assert(property, { numRuns: 10_000 });
    expect(sent.length).toBeGreaterThan(5000);
  });
});

/** Decodes each path segment once, as a service does. Returns null for any other path. */
function targetOnWire(rawTarget: string): DeleteTarget | null {
  const found = /^\/workspaces\/([^/?#]+)\/databases\/([^/?#]+)\/compute\/([^/?#]+)$/.exec(rawTarget);
  const [workspaceSlug, databaseName, instanceId] = (found ?? []).slice(1).map(decodeURIComponent);
  if (workspaceSlug === undefined || databaseName === undefined || instanceId === undefined) return null;
  return { workspaceSlug, databaseName, instanceId };
}
