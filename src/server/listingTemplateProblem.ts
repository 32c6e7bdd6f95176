import { segmentProblem } from './segmentProblem.ts';

/**
 * Why a text cannot be the path template of the listing, as the end of a sentence that starts with the name of the
 * variable; null where it can. The service document defines no such operation, so the operator names its path.
 */
export function listingTemplateProblem(template: string): string | null {
  if (!template.startsWith('/')) return 'must be a path that starts with /';
  const segments = template.slice(1).split('/');
  const hole = segments.find((segment) => /[{}]/.test(segment) && !holes.includes(segment));
  if (hole !== undefined) return `may hold ${holes.join(' and ')} only, each as a whole segment`;
  if (!segments.includes('{workspaceSlug}')) return 'must contain {workspaceSlug}';
  for (const segment of segments) {
    const problem = holes.includes(segment) ? null : segmentProblem(segment);
    if (problem !== null) return `has a segment that ${problem}`;
  }
  return null;
}

const holes = ['{workspaceSlug}', '{databaseName}'];
