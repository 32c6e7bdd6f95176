import { type Sentinel, sentinels } from './sentinels.ts';

export type FoundSentinel = { sentinel: Sentinel; scope: 'all' | 'history' | 'later' };

const byTrigger = new Map(sentinels.map((sentinel) => [sentinel.trigger, sentinel]));

/** The sentinel that a request's decoded path values trigger, the last one first; undefined for ordinary values. */
export function findSentinel(values: {
  workspaceSlug?: string;
  databaseName?: string;
  instanceId?: string;
}): FoundSentinel | undefined {
  const { workspaceSlug = '', databaseName = '', instanceId = '' } = values;
  const named = byTrigger.get(instanceId) ?? byTrigger.get(databaseName) ?? byTrigger.get(workspaceSlug);
  if (named !== undefined) return { sentinel: named, scope: 'all' };
  for (const scope of ['history', 'later'] as const) {
    const sentinel = workspaceSlug.startsWith(`${scope}-`)
      ? byTrigger.get(workspaceSlug.slice(scope.length + 1))
      : undefined;
    if (sentinel !== undefined) return { sentinel, scope };
  }
  return undefined;
}
