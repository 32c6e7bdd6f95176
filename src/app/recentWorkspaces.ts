import * as v from 'valibot';
import { storageName, tryStorage } from '../storage.ts';

const maxWorkspaces = 8;

/** The workspaces that were open last in this browser, latest first. */
export function readRecentWorkspaces(serviceId: string): readonly string[] {
  const stored: unknown = tryStorage(() =>
    JSON.parse(localStorage.getItem(storageName('workspaces', serviceId)) ?? '[]'),
  );
  return v.is(v.array(v.string()), stored) ? stored : [];
}

export function addRecentWorkspace(serviceId: string, workspace: string): void {
  const workspaces = [...new Set([workspace, ...readRecentWorkspaces(serviceId)])].slice(0, maxWorkspaces);
  tryStorage(() => localStorage.setItem(storageName('workspaces', serviceId), JSON.stringify(workspaces)));
}
