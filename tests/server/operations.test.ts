import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createRequestMatcher } from '../../src/server/routes/operations.ts';

const listing = '/workspaces/{workspaceSlug}/databases/{databaseName}/compute';
const match = createRequestMatcher(listing);

describe('createRequestMatcher', () => {
  it.each([
    ['GET', '/workspaces/acme/regions', ['acme']],
    ['GET', '/workspaces/acme/subscription/history', ['acme']],
    ['GET', '/workspaces/acme/databases/orders/compute', ['acme', 'orders']],
    ['DELETE', '/workspaces/acme/databases/orders/compute/i-1', ['acme', 'orders', 'i-1']],
    ['DELETE', '/workspaces/a%2Fb/databases/%25/compute/%3F%23%5C', ['a/b', '%', '?#\\']],
    ['GET', "/workspaces/it's-(a)~slug!*/regions", ["it's-(a)~slug!*"]],
    ['GET', '/workspaces/%C3%A4%20%F0%9F%92%BE%22/regions', ['ä 💾"']],
  ])('matches %s %s and decodes its values', (method, path, values) => {
    expect(match(method, path)).toMatchObject({ kind: 'operation', method, values });
  });

  it.each([
    ['GET', '/workspaces/acme/databases/orders/compute/i-1', 'DELETE'],
    ['DELETE', '/workspaces/acme/databases/orders/compute', 'GET'],
    ['HEAD', '/workspaces/acme/regions', 'GET'],
    ['POST', '/workspaces/acme/subscription/history', 'GET'],
    ['get', '/workspaces/acme/regions', 'GET'],
  ])('for %s %s returns the method that the path supports', (method, path, allow) => {
    expect(match(method, path)).toEqual({ kind: 'wrong-method', allow });
  });

  it('matches no unknown path, and the listing only if it is configured', () => {
    const unknownPaths =
      '/workspaces /workspaces/acme /Workspaces/acme/regions /workspaces/acme/%72egions /x';
    for (const path of unknownPaths.split(' '))
      expect([path, match('GET', path).kind]).toEqual([path, 'unknown']);
    const matchWithoutListing = createRequestMatcher(null);
    expect(matchWithoutListing('GET', '/workspaces/acme/databases/orders/compute').kind).toBe('unknown');
  });

  const invalidValues = [
    '. .. %2e %2E%2e .%2e %252e%252e %25252e ..%2f %2e%2e%5Cx a%2f..%2fb ..%252fx ..; ;x a\\b a?b a#b % %zz',
    '%c0%ae %ed%a0%80 é a;b %00 ..%00 %00.. a%0d%0ab a%1f a%7F a%2500 ..%2500 %c0%af %c1%9c %80',
    '%e0%80%ae%e0%80%ae %f0%80%80%ae a%25c0%25ae a%25e0%2580%25ae',
  ].flatMap((values) => values.split(' '));
  invalidValues.push('', 'a b', 'a\u0000', 'x'.repeat(513));
  it('rejects invalid path values in every position', () => {
    const pathsWith = (value: string) => [
      `/workspaces/${value}/regions`,
      `/workspaces/w/databases/${value}/compute/i`,
      `/workspaces/w/databases/d/compute/${value}`,
      `/${value}/workspaces/w/regions`,
    ];
    for (const path of invalidValues.flatMap(pathsWith))
      for (const method of ['GET', 'DELETE'])
        expect([path, match(method, path).kind]).toEqual([path, 'invalid']);
  });

  it('rejects a path value that is encoded too many times, because its last spelling is unknown', () => {
    const kindOf = (encodings: number) =>
      match('DELETE', `/workspaces/w/databases/%${'25'.repeat(encodings)}61/compute/i`).kind;
    expect([0, 1, 7, 8, 9, 100].map(kindOf)).toEqual([
      ...['operation', 'operation', 'operation', 'invalid', 'invalid', 'invalid'],
    ]);
  });

  it('accepts the longest path value, and decodes none that is longer', () => {
    const longestValue = '€'.repeat(512);
    const pathWith = (value: string) => `/workspaces/${encodeURIComponent(value)}/regions`;
    expect(match('GET', pathWith(longestValue))).toMatchObject({ kind: 'operation', values: [longestValue] });
    const decode = vi.spyOn(globalThis, 'decodeURIComponent');
    onTestFinished(() => decode.mockRestore());
    for (const path of [pathWith(`${longestValue}€`), `/workspaces/%${'25'.repeat(30_000)}/regions`])
      expect(match('GET', path)).toEqual({ kind: 'invalid', problem: 'is longer than 512 characters' });
    expect(match('GET', '/%25'.repeat(20_000))).toEqual({ kind: 'unknown' });
    const decodedTexts = decode.mock.calls.flat();
    expect(decodedTexts.filter((text) => text.includes('%'))).toEqual([]);
  });

  it('matches no path that a URL parser would change', () => {
    const piece = fc.constantFrom(...'. %2e %2E / %2f %5c \\ %25 ; ? # a compute %00'.split(' '));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom('GET', 'DELETE'), (pieces, method) => {
        const path = `/workspaces/w/databases/${pieces.join('')}`;
        if (match(method, path).kind !== 'operation') return;
        const parsedUrl = new URL(path, 'http://service.invalid');
        expect(parsedUrl.pathname + parsedUrl.search + parsedUrl.hash).toBe(path);
        const decodedPath = decodeURIComponent(path).replaceAll('#', '');
        const { pathname } = new URL(decodedPath, 'http://service.invalid');
        expect(pathname).toMatch(/^\/workspaces\/w\/databases\//);
      }),
      { numRuns: 2_000 },
    );
  });
});
