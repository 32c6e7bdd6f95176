import { pathValueProblem } from './pathValueProblem.ts';
import { ServiceError } from './ServiceError.ts';

/**
 * Fills a path template with values, each encoded exactly once.
 * @param template a path relative to base_url with `{name}` holes, as in `operationPaths`
 * @param values one value a hole
 * @throws ServiceError of kind `bad-path` where a value is missing or would address something else
 */
export function servicePath(template: string, values: Readonly<Record<string, string>>): string {
  const path = template.replace(hole, (_, name: string) =>
    encodeValue(name, Object.hasOwn(values, name) ? values[name] : undefined),
  );
  const read = URL.canParse(path, probeOrigin) ? new URL(path, probeOrigin) : null;
  if (read?.origin !== probeOrigin || read.pathname !== path)
    throw new ServiceError({
      kind: 'bad-path',
      message: 'These values would address something else; nothing was sent.',
    });
  return path;
}

const hole = /\{(\w+)\}/g;
const probeOrigin = 'http://service.invalid';
const labels: Record<string, string> = {
  workspaceSlug: 'The workspace',
  databaseName: 'The database name',
  instanceId: 'The instance ID',
};

function encodeValue(name: string, value: string | undefined): string {
  const label = labels[name] ?? `The value ${name}`;
  const problem = value === undefined ? 'is missing' : pathValueProblem(value);
  if (problem !== null || value === undefined)
    throw new ServiceError({ kind: 'bad-path', message: `${label} ${problem}; nothing was sent.` });
  return encodeURIComponent(value);
}
