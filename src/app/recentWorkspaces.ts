import { createContext } from 'react';
import * as v from 'valibot';
import { useRequired } from '../ui/context.ts';
import { adoptOldItem, createStorageName, openPersisted, type StorageOwner } from '../ui/storage.ts';

const maxSlugs = 20;

const schema = v.fallback(
  v.pipe(
    v.array(v.unknown()),
    v.transform((items) => items.filter((slug) => typeof slug === 'string').slice(0, maxSlugs)),
  ),
  [],
);

type RecentWorkspaces = ReturnType<typeof openRecentWorkspaces>;

/** Opens the stored slugs of the recent workspaces, latest first. */
export function openRecentWorkspaces(owner: StorageOwner) {
  const name = createStorageName('workspaces', owner.serviceId);
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
  const store = openPersisted<readonly string[]>(name, schema);
  return {
    ...store,
    add: (added: string): void => store.update((slugs) => [...new Set([added, ...slugs])].slice(0, maxSlugs)),
    remove: (removed: string): void => store.update((slugs) => slugs.filter((slug) => slug !== removed)),
  };
}

export const RecentWorkspacesContext = createContext<RecentWorkspaces | null>(null);

export function useRecentWorkspaces(): RecentWorkspaces {
  return useRequired(RecentWorkspacesContext, 'RecentWorkspacesContext');
}
