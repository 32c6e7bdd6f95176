/** Path of a resource of a workspace on our own server. */
export function workspacePath(workspace: string, ...parts: readonly string[]): string {
  return `/workspaces/${[workspace, ...parts].map(encodeURIComponent).join('/')}`;
}
