const kept = 20;

/** Workspaces that were opened in this browser, the latest first: slugs only, per service, never with a token. */
export const usedWorkspaces = {
  read(serviceUrl: string): string[] {
    try {
      const found: unknown = JSON.parse(localStorage.getItem(keyOf(serviceUrl)) ?? '[]');
      return Array.isArray(found) ? found.filter((slug) => typeof slug === 'string').slice(0, kept) : [];
    } catch {
      return [];
    }
  },
  add(serviceUrl: string, workspaceSlug: string): void {
    write(serviceUrl, [workspaceSlug, ...without(serviceUrl, workspaceSlug)].slice(0, kept));
  },
  forget(serviceUrl: string, workspaceSlug: string): void {
    write(serviceUrl, without(serviceUrl, workspaceSlug));
  },
};

function without(serviceUrl: string, workspaceSlug: string): string[] {
  return usedWorkspaces.read(serviceUrl).filter((slug) => slug !== workspaceSlug);
}

function write(serviceUrl: string, slugs: readonly string[]): void {
  try {
    localStorage.setItem(keyOf(serviceUrl), JSON.stringify(slugs));
  } catch {
    // A browser that blocks storage forgets them; nothing depends on them.
  }
}

function keyOf(serviceUrl: string): string {
  return `workspace-console.workspaces.${JSON.stringify(serviceUrl)}`;
}
