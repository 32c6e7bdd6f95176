import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, onTestFinished, vi } from 'vitest';
import { createInstanceKey } from '../../src/compute/instanceRow.ts';
import { getInventory } from '../../src/compute/inventory.ts';
import { getServiceData } from '../../src/compute/serviceData.ts';
import type { Sandbox } from '../../src/sandbox/app.ts';
import { deferred } from '../support/deferred.ts';

export type Calls = { readonly calls: readonly { method: string; path: string }[] };

export function deletePaths({ calls }: Calls): string[] {
  return calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
}

export async function findRow(label: string): Promise<HTMLElement> {
  const row = (await screen.findByLabelText(`Select ${label}`)).closest('tr');
  if (row === null) throw new Error(`${label} is not in a row.`);
  return row;
}

export async function openDeleteDialog(user: UserEvent, name: string): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: `Delete ${name}` }));
  return screen.findByRole('alertdialog', { name: new RegExp(name) });
}

/** Submits the form of a dialog repeatedly until `isOver` returns true, as a held Enter key does. */
export async function submitUntil(dialog: HTMLElement, isOver: () => boolean): Promise<void> {
  do {
    dialog.querySelector('form')?.requestSubmit();
    await new Promise((resolve) => setImmediate(resolve));
  } while (!isOver());
}

/** Opens the delete dialog of a listed instance, and confirms by typing the name. */
export async function deleteOne(user: UserEvent, name: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `Delete ${name}` }));
  await user.type(await screen.findByLabelText(`Type ${name} to confirm`), `${name}{Enter}`);
}

/** Replaces `fetch` until the end of the test. `respond` gets the original `fetch` as its third argument. */
export function stubFetch(
  respond: (url: string, init: RequestInit | undefined, fetch: typeof globalThis.fetch) => Promise<Response>,
): void {
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => respond(url, init, fetch));
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
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

/** Protects the first instance of the database `orders` without a click, because the open dialog covers the list. */
export async function protectFirstRow(sandbox: Sandbox): Promise<void> {
  const id = sandbox.instances('acme', 'orders')[0]?.id ?? '';
  const data = getServiceData({ serviceId: 'sandbox', serviceUrl: '' });
  const { setProtected } = getInventory(data, 'acme').getState();
  act(() => setProtected(createInstanceKey('orders', id), true));
}

/** Adds an instance to the database `orders` with the Add instance dialog. */
export async function addInstanceOnScreen(user: UserEvent, id: string): Promise<void> {
  const [firstButton] = await screen.findAllByRole('button', { name: 'Add instance' });
  if (firstButton !== undefined) await user.click(firstButton);
  const form = await screen.findByRole('dialog', { name: 'Add instance' });
  await user.type(within(form).getByLabelText('Database'), 'orders');
  await user.type(within(form).getByLabelText('Instance ID'), id);
  await user.click(within(form).getByRole('button', { name: 'Add to list' }));
  await waitFor(() => expect(form).not.toBeInTheDocument());
}
