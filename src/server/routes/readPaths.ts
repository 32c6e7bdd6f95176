import {
  buildServicePath,
  findPathValueProblem,
  operations,
  PathValueError,
} from '../../rules/pathValues.ts';

/** A read of the service. `path` is what the service gets. */
export type ReadPath = { template: string; workspace: string; path: string };

/**
 * The matcher takes a raw path below `/api`, because each value must be decoded exactly once. Null for an unknown path, and a
 * sentence for a value that can't be in a path.
 */
export function createReadMatcher(instancesPath: string | null) {
  const templates: string[] = [operations.listRegions, operations.listSubscriptionHistory];
  if (instancesPath !== null) templates.push(instancesPath);

  return function matchRead(rawPath: string): ReadPath | string | null {
    const segments = rawPath.split('/');
    const template = templates.find((each) => matches(each.split('/'), segments));
    if (template === undefined) return null;
    const values: Record<string, string> = {};
    try {
      for (const [index, part] of template.split('/').entries())
        if (part.startsWith('{')) values[part.slice(1, -1)] = decodeURIComponent(segments[index] ?? '');
      const path = buildServicePath(template, values);
      return { template, workspace: values.workspaceSlug ?? '', path };
    } catch (error) {
      return error instanceof PathValueError ? error.message : 'The path is not valid UTF-8.';
    }
  };
}

function matches(template: readonly string[], segments: readonly string[]): boolean {
  const isMatch = (part: string, index: number) => part.startsWith('{') || part === segments[index];
  return template.length === segments.length && template.every(isMatch);
}

/** The problem of INSTANCES_PATH as the end of a sentence, or null. */
export function findTemplateProblem(template: string): string | null {
  if (!template.startsWith('/')) return 'must be a path that starts with /';
  if (ownPaths.includes(template)) return 'is a path of the console itself';
  const parts = template.slice(1).split('/');
  if (!parts.every((part) => placeholders.includes(part) || isFixedPart(part)))
    return `may contain ${placeholders.join(', ')} and fixed parts without a query or dot segments`;
  return parts.includes('{workspaceSlug}') ? null : 'must contain {workspaceSlug}';
}

const ownPaths = ['deletions', 'added-instances', 'databases'].map(
  (name) => `/workspaces/{workspaceSlug}/${name}`,
);
const placeholders = ['{workspaceSlug}', '{databaseName}'];

function isFixedPart(part: string): boolean {
  return /^(?:[\w\-.~!$&'()*+,=:@]|%[0-9a-f]{2})+$/i.test(part) && findPathValueProblem(part) === null;
}
