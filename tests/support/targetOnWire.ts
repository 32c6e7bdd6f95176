import type { DeleteTarget } from '../../src/api/deleteOutcome.ts';

/** Decodes each path segment once, as a service does. Returns null for any other path. */
export function targetOnWire(rawTarget: string): DeleteTarget | null {
  const found = /^\/workspaces\/([^/?#]+)\/databases\/([^/?#]+)\/compute\/([^/?#]+)$/.exec(rawTarget);
  const [workspaceSlug, databaseName, instanceId] = (found ?? []).slice(1).map(decodeURIComponent);
  if (workspaceSlug === undefined || databaseName === undefined || instanceId === undefined) return null;
  return { workspaceSlug, databaseName, instanceId };
}
