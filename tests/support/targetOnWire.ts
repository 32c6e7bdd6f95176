import type { DeleteTarget } from '../../src/api/deleteOutcome.ts';

/** What a service that decodes each segment once would read; null where it is another address. */
export function targetOnWire(rawTarget: string): DeleteTarget | null {
  const found = /^\/workspaces\/([^/?#]+)\/databases\/([^/?#]+)\/compute\/([^/?#]+)$/.exec(rawTarget);
  const [workspaceSlug, databaseName, instanceId] = (found ?? []).slice(1).map(decodeURIComponent);
  if (workspaceSlug === undefined || databaseName === undefined || instanceId === undefined) return null;
  return { workspaceSlug, databaseName, instanceId };
}
