import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deleteComputeInstance } from '../../src/api/computeInstances.ts';
import type { DeleteTarget } from '../../src/api/deleteOutcome.ts';
import { listRegions } from '../../src/api/regions.ts';
import { pathValueProblem, servicePath } from '../../src/api/servicePath.ts';
import { listSubscriptionHistory } from '../../src/api/subscriptionHistory.ts';
import type { FaultServer } from '../support/faultServer.ts';
import { answer, jsonAnswer } from '../support/faultServerAnswers.ts';
import { connectionTo, faultServer, intent } from '../support/matrixCase.ts';
import { pathValue } from '../support/pathValue.ts';
import { targetOnWire } from '../support/targetOnWire.ts';

const positions = ['workspaceSlug', 'databaseName', 'instanceId'] as const;
const usual: DeleteTarget = { workspaceSlug: 'w', databaseName: 'd', instanceId: 'i' };
const forbidden = [
  '',
  '.',
  '..',
  '%2e',
  '%2E',
  '.%2e',
  '%2e.',
  '%2E%2e',
  '\ud800',
  'a\udc00b',
  '\u0000',
  '..\u0000',
  'a\r\nb',
  'a\tb',
  'a\u001f',
  '\u007f',
  'x'.repeat(513),
];
const encoded = [
  '/',
  '?',
  '#',
  '%',
  '\\',
  '...',
  '\u0080',
  '%2f',
  '%2e%2e%2e',
  'a/../b',
  '..;',
  'ä',
  '💾',
  ' ',
  "'",
  'x'.repeat(512),
];

describe('[34] path values', () => {
  it.each(forbidden)('[34 DELETE] %j is not-sent in every position', async (value) => {
    const server = await faultServer(() => [jsonAnswer({})]);
    for (const position of positions) {
      const outcome = await deleteComputeInstance(
        connectionTo(server.url),
        { ...usual, [position]: value },
        intent,
      );
      expect(outcome.kind).toBe('not-sent');
      expect(outcome.reason).toMatch(
        /^The (workspace|database name|instance ID) .*\. No request was sent\.$/,
      );
    }
    expect(server.connections.opened).toBe(0);
  });

  it.each(encoded)('[34 DELETE] %j is encoded once in every position', async (value) => {
    const server = await faultServer(() => [answer({ status: 204, type: null })]);
    for (const position of positions)
      await deleteComputeInstance(connectionTo(server.url), { ...usual, [position]: value }, intent);
    expect(server.requests.map((request) => targetOnWire(request.target))).toEqual(
      positions.map((position) => ({ ...usual, [position]: value })),
    );
  });

  it.each([
    ['history', listSubscriptionHistory],
    ['regions', listRegions],
  ] as const)('[34 %s] the same values are refused, the same encoded', async (_, list) => {
    const server = await faultServer(() => [jsonAnswer([])]);
    for (const value of forbidden)
      await expect(list(connectionTo(server.url), value)).rejects.toMatchObject({
        kind: 'bad-path',
        transient: false,
      });
    expect(server.connections.opened).toBe(0);
    for (const value of encoded) await list(connectionTo(server.url), value);
    expect(server.requests.map((request) => decodeURIComponent(request.target.split('/')[2] ?? ''))).toEqual(
      encoded,
    );
  });

  it('[34 DELETE] 10 000 strings in each position: what is on the wire is what was meant, or nothing is', async () => {
    const server = await faultServer(() => [answer({ status: 204, type: null })]);
    const sent = await fc.check(
      wireIsIntent(server, (target) => deleteComputeInstance(connectionTo(server.url), target, intent)),
      {
        numRuns: 10_000,
      },
    );
    expect(sent.failed, fc.defaultReportMessage(sent)).toBe(false);
    expect(server.requests.length).toBeGreaterThan(5000);
  }, 60_000);

  it('would not survive encodeURIComponent alone', async () => {
    const server = await faultServer(() => [answer({ status: 204, type: null })]);
    const plain = async ({ workspaceSlug, databaseName, instanceId }: DeleteTarget) => {
      const [w, d, i] = [workspaceSlug, databaseName, instanceId].map(encodeURIComponent);
      await fetch(`${server.url}/workspaces/${w}/databases/${d}/compute/${i}`, { method: 'DELETE' });
      return { kind: 'deleted' };
    };
    const died = await fc.check(wireIsIntent(server, plain), { numRuns: 10_000, endOnFailure: true });
    expect(died.failed).toBe(true);
  }, 60_000);
});

describe('servicePath', () => {
  it.each([
    ['//evil.example/{workspaceSlug}'],
    ['/\\evil.example/{workspaceSlug}'],
    ['workspaces/{workspaceSlug}'],
    ['/a/../{workspaceSlug}'],
    ['/a/{workspaceSlug}?all=1'],
    ['/a/{workspaceSlug}?'],
    ['/a/{workspaceSlug}#b'],
    ['https://evil.example/{workspaceSlug}'],
    ['http://[/{workspaceSlug}'],
    ['/{missing}/{workspaceSlug}'],
    ['/{constructor}/{workspaceSlug}'],
  ])('refuses the template %s', (template) => {
    expect(() => servicePath(template, { workspaceSlug: 'w' })).toThrow(
      expect.objectContaining({ kind: 'bad-path' }),
    );
  });

  it.each([
    ['/a/{instanceId}', 'The instance ID is missing. No request was sent.'],
    ['/a/{zone}', 'The value zone is missing. No request was sent.'],
    ['/a/{half}', 'The value half contains an invalid character. No request was sent.'],
    ['/a/../{workspaceSlug}', 'This name can’t be used in a URL, so no request was sent.'],
  ])('says what is wrong with %s', (template, message) => {
    expect(() => servicePath(template, { workspaceSlug: 'w', half: '\ud800' })).toThrow(message);
  });

  it('refuses no value without a reason that the document or the URL rules give', () => {
    fc.assert(
      fc.property(pathValue, (value) => {
        const dots = value.toLowerCase().replaceAll('%2e', '.');
        const bad =
          value.length === 0 ||
          value.length > 512 ||
          !value.isWellFormed() ||
          [...value].some((character) => character < ' ' || character === '\u007f') ||
          dots === '.' ||
          dots === '..';
        expect(pathValueProblem(value) !== null).toBe(bad);
      }),
      { numRuns: 10_000 },
    );
  });
});

/** One DELETE with three strings. Either the raw target holds exactly these three, or nothing arrives. */
function wireIsIntent(server: FaultServer, send: (target: DeleteTarget) => Promise<{ kind: string }>) {
  const target = fc.record({ workspaceSlug: pathValue, databaseName: pathValue, instanceId: pathValue });
  return fc.asyncProperty(target, async (wanted) => {
    const before = server.requests.length;
    const { kind } = await send(wanted);
    const arrived = server.requests.slice(before);
    if (kind === 'not-sent') return arrived.length === 0;
    const [request] = arrived;
    if (request === undefined || arrived.length !== 1) return false;
    const read = targetOnWire(request.target);
    return positions.every((position) => read?.[position] === wanted[position]);
  });
}
