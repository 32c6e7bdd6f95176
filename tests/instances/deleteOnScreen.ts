import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { onTestFinished, vi } from 'vitest';
import type { Policy } from '../../src/config.ts';
import { DeletionLog } from '../../src/instances/delete/log.ts';
import type { DeleteOutcomeKind } from '../../src/rules/outcome.ts';
import { configStore } from '../../src/session/config.ts';
import { ServiceStorage } from '../../src/storage.ts';
import { deferred } from '../support/deferred.ts';
import { aNewDeletion, anOutcome } from './fixtures.ts';

/** The instances of workspace `faults` that match a search. */
export function faultsUrl(search: string): string {
  return `/workspaces/faults/compute?database=orders&q=${search}`;
}

export function changePolicy(changes: Partial<Policy>): void {
  const { policy } = configStore.getState();
  act(() => configStore.setState({ policy: { ...policy, ...changes } }));
}

type Calls = { readonly calls: readonly { method: string; path: string }[] };

export function deletePaths({ calls }: Calls): string[] {
  return calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
}

export async function openDeleteDialog(user: UserEvent, name: string): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: `Delete ${name}` }));
  return screen.findByRole('alertdialog', { name: new RegExp(name) });
}

/** Fills the field of an open dialog that asks for a text. */
export async function typeToConfirm(user: UserEvent, text: string): Promise<void> {
  await user.click(screen.getByLabelText(`Type ${text} to confirm`));
  await user.paste(text);
}

/** Opens the delete dialog of a listed instance, and confirms by typing the name. */
export async function deleteOne(user: UserEvent, name: string): Promise<HTMLElement> {
  const dialog = await openDeleteDialog(user, name);
  await typeToConfirm(user, name);
  await user.keyboard('{Enter}');
  return dialog;
}

export async function openBulkDialog(user: UserEvent, names: readonly string[]): Promise<HTMLElement> {
  for (const name of names) await user.click(await screen.findByLabelText(`Select ${name}`));
  const title = `Delete ${names.length} instances`;
  await user.click(screen.getByRole('button', { name: title }));
  return screen.findByRole('alertdialog', { name: title });
}

/** Confirms a bulk delete. @returns the dialog that shows the progress */
export async function deleteSelected(user: UserEvent, names: readonly string[], workspace = 'acme') {
  await openBulkDialog(user, names);
  await typeToConfirm(user, `delete ${names.length} in ${workspace}`);
  await user.keyboard('{Enter}');
  return screen.findByRole('alertdialog', { name: /^Deleting|^Stopp|deleted$/ });
}

/** Submits the form of a dialog repeatedly until `isOver` returns true, as a held Enter key does. */
export async function submitUntil(dialog: HTMLElement, isOver: () => boolean): Promise<void> {
  do {
    dialog.querySelector('form')?.requestSubmit();
    await new Promise((resolve) => setImmediate(resolve));
  } while (!isOver());
}

/** Waits until a button that ignores early clicks can be pressed. */
export async function findArmed(name: string | RegExp): Promise<HTMLElement> {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => {
    if (button.getAttribute('aria-disabled') === 'true') throw new Error(`${name} is not ready.`);
  });
  return button;
}

type Respond = (
  url: string,
  init: RequestInit | undefined,
  fetch: typeof globalThis.fetch,
) => Promise<Response>;

/** Replaces `fetch` until the end of the test. `respond` gets the original `fetch` as its third argument. */
export function stubFetch(respond: Respond): void {
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => respond(url, init, fetch));
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
}

/**
 * Changes the records that the service lists, and clicks Refresh behind an open dialog.
 * @param changes the change of each record, by the name of the record; null removes the record from the list
 */
export function replaceListedRecords(changes: Record<string, (record: object) => object | null>): void {
  stubFetch(async (url, init, fetch) => {
    const response = await fetch(url, init);
    if (!url.endsWith('/compute')) return response;
    const records: { name: string }[] = await response.json();
    const changedRecords = records.flatMap((record) => {
      const change = changes[record.name];
      return change === undefined ? record : (change(record) ?? []);
    });
    return Response.json(changedRecords);
  });
  screen.getByRole('button', { name: 'Refresh', hidden: true }).click();
}

/** Returns a change that replaces an instance with a later instance of the same ID. */
export function recreatedAs(name: string) {
  return (record: object) => ({ ...record, name, created: '2038-01-01T00:00:00Z' });
}

/** Holds DELETE requests until the end of the test. @returns a function that releases the requests earlier */
export function holdDeletes(): () => void {
  const { promise: released, resolve: release } = deferred<void>();
  stubFetch(async (url, init, fetch) => {
    if (init?.method === 'DELETE') await released;
    return fetch(url, init);
  });
  onTestFinished(() => release());
  return release;
}

/** Makes IndexedDB refuse writes that match, until the end of the test. */
export function refuseWrites(matches: (value: { outcome?: unknown }) => boolean): void {
  const { put } = IDBObjectStore.prototype;
  const spy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    value,
    key,
  ) {
    if (this.name === 'deletions' && matches(value)) throw new DOMException('Full.', 'QuotaExceededError');
    return put.call(this, value, key);
  });
  onTestFinished(() => spy.mockRestore());
}

/** Stores ended deletions of workspace `acme`, as a different tab does. */
export async function storeDeletions(kind: DeleteOutcomeKind, count: number, ageMs = 0): Promise<void> {
  const log = new DeletionLog(new ServiceStorage('sandbox'), 'sandbox');
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now - ageMs);
  const stored = await log.add(Array.from({ length: count }, (_, index) => aNewDeletion(`${kind}-${index}`)));
  await log.settle(stored, anOutcome(kind, { status: 200 }));
  clock.mockRestore();
}
