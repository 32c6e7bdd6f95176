import fc from 'fast-check';

export type FuzzTarget = {
  method: string;
  /** Raw request target. */
  target: string;
  /** Whether it is an operation, so that it must be forwarded. */
  fits: boolean;
};

/** Returns the same 200 pairs every time: 100 operations with unusual values, and 100 near misses. */
export function fuzzTargets(): FuzzTarget[] {
  return [
    ...fc.sample(fitting, { seed: 20, numRuns: 100 }).map((pair) => ({ ...pair, fits: true })),
    ...fc.sample(broken, { seed: 21, numRuns: 100 }).map((pair) => ({ ...pair, fits: false })),
  ];
}

/** Returns whether a target contains a dot segment in any encoding. Independent of the rules of the server. */
export function climbs(target: string): boolean {
  let text = target;
  for (let round = 0; round < 6; round += 1) {
    if (text.split(/[/\\;]/).some((piece) => piece === '.' || piece === '..')) return true;
    try {
      text = decodeURIComponent(text);
    } catch {
      return round === 0;
    }
  }
  return false;
}

const value = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 12 })
  .filter((text) => !/[.%]|[^\P{Cc}\x80-\x9f]/u.test(text))
  .map(encodeURIComponent);

type Pair = { method: string; target: string };

const operations: fc.Arbitrary<Pair> = fc.oneof(
  value.map((slug) => ({ method: 'GET', target: `/workspaces/${slug}/regions` })),
  value.map((slug) => ({ method: 'GET', target: `/workspaces/${slug}/subscription/history` })),
  fc
    .tuple(value, value)
    .map(([slug, name]) => ({ method: 'GET', target: `/workspaces/${slug}/databases/${name}/compute` })),
  fc.tuple(value, value, value).map(([slug, name, id]) => ({
    method: 'DELETE',
    target: `/workspaces/${slug}/databases/${name}/compute/${id}`,
  })),
);

const fitting = operations.map(({ method, target }) => ({ method, target: `/api${target}` }));

const badSegments = [
  ...'. .. %2e %2E%2e .%2e %252e%252e %25252e ..%2f %2e%2e%5Cx a%2f..%2fb ..%252fx ..; %c0%ae a\\b % %zz ? #x'.split(
    ' ',
  ),
  ...'// ; %ed%a0%80 " < %00 ..%00 a%0a a%7f %e0%80%ae a;b'.split(' '),
  '',
];

/** Operations with one mistake: a bad segment, a bad end, another method, or another spelling of a fixed part. */
const broken: fc.Arbitrary<Pair> = fc
  .tuple(operations, fc.constantFrom(...badSegments), fc.nat(), fc.constantFrom(0, 0, 0, 1, 2, 3, 4))
  .map(([{ method, target }, bad, at, how]) => {
    const segments = target.split('/');
    const place = 1 + (at % (segments.length - 1));
    if (how === 0) segments.splice(place, 1, bad);
    if (how === 1) segments.splice(place, 0, bad);
    if (how === 2) return { method: methods[at % methods.length] ?? 'PUT', target: `/api${target}` };
    if (how === 3) return { method, target: `/api${target}${ends[at % ends.length] ?? '/'}` };
    if (how === 4) return { method, target: `/${spellings[at % spellings.length] ?? 'API'}${target}` };
    return { method, target: `/api${segments.join('/')}` };
  })
  .filter(({ method, target }) => !/[\s]/.test(method + target));

const methods = ['POST', 'PUT', 'PATCH', 'HEAD', 'OPTIONS', 'get', 'PROPFIND', 'TRACE'];
const ends = ['/', '?', '?x=1', '#x', '/..', '/%2e', ';v=1', '%', '/compute/x/y'];
const spellings = ['API', 'api/..', 'api//', 'ap%69', 'api/%2e%2e/api', 'api\\', 'x/../api'];
