import * as v from 'valibot';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { browserStorage } from './browserStorage.ts';

const kept = 20;

const slugs = v.fallback(
  v.pipe(
    v.array(v.unknown()),
    v.transform((all) => all.filter((slug) => typeof slug === 'string').slice(0, kept)),
  ),
  [],
);

/** Workspaces that were opened in this browser, the latest first: slugs only, per service, never with a token. */
export function recentWorkspaces(serviceUrl: string) {
  const store = createStore(
    persist((): { slugs: readonly string[] } => ({ slugs: [] }), {
      name: `workspace-console.workspaces.${JSON.stringify(serviceUrl)}`,
      storage: browserStorage(slugs),
      partialize: (state) => [...state.slugs],
      merge: (found) => ({ slugs: v.parse(slugs, found) }),
    }),
  );
  const without = (workspaceSlug: string) => store.getState().slugs.filter((slug) => slug !== workspaceSlug);
  return {
    read: () => store.getState().slugs,
    add: (workspaceSlug: string) =>
      store.setState({ slugs: [workspaceSlug, ...without(workspaceSlug)].slice(0, kept) }),
    forget: (workspaceSlug: string) => store.setState({ slugs: without(workspaceSlug) }),
  };
}
