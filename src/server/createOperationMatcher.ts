import { operationPaths } from '../api/servicePath.ts';
import { segmentProblem } from './segmentProblem.ts';

export type OperationMatch =
  | { kind: 'operation'; method: 'GET' | 'DELETE'; template: string }
  | { kind: 'wrong-method'; allow: string }
  | { kind: 'unknown' }
  | { kind: 'refused'; why: string };

type Route = { method: 'GET' | 'DELETE'; template: string; segments: readonly string[] };

/**
 * Builds the one judge of what may be passed on: the three operations of section 4 and the configured listing.
 * The judge takes a method and a raw path below base_url (query cut off) and never rewrites either: literal parts
 * are compared as sent, holes are judged by `segmentProblem`.
 * @param instancesPath path template of the listing, null where there is none
 */
export function createOperationMatcher(
  instancesPath: string | null,
): (method: string, rawPath: string) => OperationMatch {
  const routes: Route[] = [
    routeOf('DELETE', operationPaths.deleteComputeInstance),
    routeOf('GET', operationPaths.listSubscriptionHistory),
    routeOf('GET', operationPaths.listRegions),
  ];
  if (instancesPath !== null) routes.push(routeOf('GET', instancesPath));

  return function match(method, rawPath) {
    if (!rawPath.startsWith('/')) return { kind: 'unknown' };
    const segments = segmentsOf(rawPath);
    if (segments.length === 1 && segments[0] === '') return { kind: 'unknown' };
    for (const segment of segments) {
      const why = segmentProblem(segment);
      if (why !== null) return { kind: 'refused', why };
    }
    const fitting = routes.filter((route) => fits(route.segments, segments));
    if (fitting.length === 0) return { kind: 'unknown' };
    const route = fitting.find((candidate) => candidate.method === method);
    if (route !== undefined) return { kind: 'operation', method: route.method, template: route.template };
    return { kind: 'wrong-method', allow: [...new Set(fitting.map((other) => other.method))].join(', ') };
  };
}

function routeOf(method: Route['method'], template: string): Route {
  return { method, template, segments: segmentsOf(template) };
}

function segmentsOf(path: string): string[] {
  return path.slice(1).split('/');
}

function fits(template: readonly string[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((part, index) => part.startsWith('{') || part === segments[index])
  );
}
