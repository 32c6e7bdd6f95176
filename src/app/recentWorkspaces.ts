import { createContext } from 'react';
import * as v from 'valibot';
import { useRequired } from '../ui/context.ts';
import { type Persisted, persisted } from '../ui/persisted.ts';
import { adoptOldItem, type StorageOwner, storageName } from '../ui/storage.ts';

const maxSlugs = 20;

const schema = v.fallback(
  v.pipe(
    v.array(v.unknown()),
    v.transform((items) => items.filter((slug) => typeof slug === 'string').slice(0, maxSlugs)),
  ),
  [],
);

/** Slugs of workspaces that were opened in this browser, latest first. Kept per service and without tokens. */
export type RecentWorkspaces = Persisted<readonly string[]>;

export function openRecentWorkspaces(owner: StorageOwner): RecentWorkspaces {
  const name = storageName('workspaces', owner.serviceId);
  const oldName = `workspace-console.workspaces.${JSON.stringify(owner.serviceUrl)}`;
  adoptOldItem(
    () => localStorage,
    oldName,
    owner,
    (old) => {
      const slugs = [localStorage.getItem(name), old].flatMap((text) =>
        v.parse(schema, JSON.parse(text ?? '[]')),
      );
      localStorage.setItem(name, JSON.stringify([...new Set(slugs)].slice(0, maxSlugs)));
    },
  );
  return persisted<readonly string[]>(name, schema);
}

export function addRecentWorkspace(recent: RecentWorkspaces, workspaceSlug: string): void {
  recent.update((slugs) => [workspaceSlug, ...without(slugs, workspaceSlug)].slice(0, maxSlugs));
}

export function removeRecentWorkspace(recent: RecentWorkspaces, workspaceSlug: string): void {
  recent.update((slugs) => without(slugs, workspaceSlug));
}

function without(slugs: readonly string[], workspaceSlug: string): readonly string[] {
  return slugs.filter((slug) => slug !== workspaceSlug);
}

export const RecentWorkspacesContext = createContext<RecentWorkspaces | null>(null);

export function useRecentWorkspaces(): RecentWorkspaces {
  return useRequired(RecentWorkspacesContext, 'RecentWorkspacesContext');
}
