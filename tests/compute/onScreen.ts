import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { renderScreen } from '../support/renderConsole.tsx';
import { type Answer, answerTo, type Site } from '../support/startConsole.ts';

export const compute = '/workspaces/acme/compute';

/** Opens Compute with so many instances. `now` is the clock of the server. */
export async function openCompute(instances: number, search = '', env = {}, now?: () => number) {
  const sandbox = { instances, ...(now && { now }) };
  const page = await renderScreen(compute + search, { sandbox, env, otherTokens: ['other-token'] });
  await findTable(instances);
  return page;
}

export function rowNames(): string[] {
  const table = screen.queryByRole('table', { name: 'Compute instances' });
  const rows = [...(table?.querySelectorAll('tbody tr') ?? [])];
  return rows.map((row) => row.querySelector('td button')?.textContent ?? '');
}

export const rowOf = (name: string) => screen.getByRole('button', { name }).closest('tr') as HTMLElement;

export async function findTable(count: number): Promise<HTMLElement> {
  await screen.findByText(new RegExp(`^(\\d+ of )?${count} instances?$`));
  return screen.getByRole('table', { name: 'Compute instances' });
}

export async function askToDelete(user: UserEvent, name: string): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: `Delete ${name}` }));
  const dialog = await screen.findByRole('alertdialog', { name: `Delete ${name}` });
  await user.type(within(dialog).getByRole('textbox', { name: `Type ${name} to confirm` }), name);
  return dialog;
}

export async function confirmDelete(user: UserEvent, name: string): Promise<void> {
  await user.click(within(await askToDelete(user, name)).getByRole('button', { name: 'Delete instance' }));
}

export async function confirmBulk(user: UserEvent, count: number) {
  await user.click(screen.getByRole('checkbox', { name: `Select all ${count} instances` }));
  await user.click(screen.getByRole('button', { name: `Delete ${count} instances` }));
  const dialog = within(await screen.findByRole('alertdialog', { name: `Delete ${count} instances` }));
  const phrase = `delete ${count} in acme`;
  await user.type(dialog.getByRole('textbox', { name: `Type ${phrase} to confirm` }), `${phrase}{Enter}`);
}

/** The service answers DELETEs with these, in this order, and then as the sandbox. */
export function answerDeletes(site: Site, ...responses: (() => ReturnType<Answer>)[]): void {
  site.answer(({ method }) => (method === 'DELETE' ? (responses.shift()?.() ?? null) : null));
}

/** From now on, the list of database `orders` has these records. */
export async function refreshOrders(user: UserEvent, site: Site, records: readonly unknown[]): Promise<void> {
  site.answer(answerTo('/orders/compute', () => Response.json(records)));
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
}
