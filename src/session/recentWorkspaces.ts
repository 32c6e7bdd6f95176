import * as v from 'valibot';
import { readItem, writeItem } from '../ui/browserStorage.ts';

const maxWorkspaces = 8;
const itemName = 'workspaces';
const schema = v.pipe(v.string(), v.parseJson(), v.array(v.string()));

/** The workspaces that were open last in this browser, latest first. */
export function readRecentWorkspaces(): readonly string[] {
  const { success, output } = v.safeParse(schema, readItem(itemName));
  return success ? output : [];
}

export function addRecentWorkspace(workspace: string): void {
  const workspaces = [...new Set([workspace, ...readRecentWorkspaces()])].slice(0, maxWorkspaces);
  writeItem(itemName, JSON.stringify(workspaces));
}
