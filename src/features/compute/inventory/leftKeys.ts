import { instanceKey } from '../instances/instanceKey.ts';

const nothingLeft: ReadonlySet<string> = new Set();

/**
 * The row keys of the targets that have left a workspace's list, so that a stale read can't bring them back.
 * @param tombstones targets as `targetKey` makes them
 */
export function leftKeys(workspaceSlug: string, tombstones: ReadonlySet<string>): ReadonlySet<string> {
  if (tombstones.size === 0) return nothingLeft;
  const left = new Set<string>();
  for (const target of tombstones) {
    const [slug, databaseName, instanceId]: unknown[] = JSON.parse(target);
    if (slug === workspaceSlug && typeof databaseName === 'string' && typeof instanceId === 'string')
      left.add(instanceKey(databaseName, instanceId));
  }
  return left;
}
