// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { compute, findTable, openCompute } from './onScreen.ts';

async function paste(user: UserEvent, text: string) {
  await user.click(screen.getByRole('button', { name: 'Select from list…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Select from list' });
  await user.click(within(dialog).getByRole('textbox', { name: 'Names or IDs' }));
  await user.paste(text);
  return within(dialog);
}

it('a pasted list → each piece is accounted for, and the table has the selection and the focus', async () => {
  const { user } = await openCompute(24, compute, { PROTECTED: 'identity-replica' });
  const dialog = await paste(user, '- orders-staging\nAnalytics-Preview, identity-replica\norders-legacy');
  await dialog.findByText("4 given: 2 found, 1 can't be selected, 1 not listed");
  expect(dialog.getByText('Your operator protects instances that match “identity-replica”.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Select 2 instances' }));
  await screen.findByText('2 selected');
  expect(screen.getByRole('checkbox', { name: 'Select analytics-preview' })).toBeChecked();
  await waitFor(() => expect(screen.getByRole('table', { name: 'Compute instances' })).toHaveFocus());
});

it('a second list adds to the selection', async () => {
  const { user } = await openCompute(6);
  await user.click(screen.getByRole('checkbox', { name: 'Select orders-primary' }));
  const dialog = await paste(user, 'analytics-primary');
  await user.click(await dialog.findByRole('button', { name: 'Select 1 instance' }));
  await screen.findByText('2 selected');
});

it('a piece that is not listed leads to the log', async () => {
  const { user } = await openCompute(6);
  const dialog = await paste(user, 'orders-legacy');
  const link = await dialog.findByRole('link', { name: 'Was it deleted?' });
  expect(link).toHaveAttribute('href', '/workspaces/acme/activity?q=orders-legacy');
  expect(dialog.getByRole('button', { name: 'Select 0 instances' })).toBeDisabled();
});

it('a name in two databases selects none; with its database it is clear', async () => {
  const { user, site } = await openCompute(6);
  site.answer(({ url }) => {
    const database = /\/databases\/(orders|analytics)\/compute$/.exec(url)?.[1];
    return database ? Response.json([{ id: `${database}-1`, name: 'shared-cache' }]) : null;
  });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await findTable(4);
  const dialog = await paste(user, 'shared-cache\nanalytics/shared-cache');
  await dialog.findByText('2 given: 1 found, 1 names two instances');
  expect(dialog.getByText(/^in orders and analytics: write orders\/shared-cache/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Select 1 instance' }));
  expect(await screen.findByRole('checkbox', { name: 'Select analytics-1' })).toBeChecked();
});

it('a list of which the service sent only a part is named', async () => {
  const { user, site } = await openCompute(6);
  const headers = { link: '<?page=2>; rel="next"' };
  site.answer(({ url }) =>
    url.endsWith('/identity/compute') ? Response.json([{ id: 'i-1' }], { headers }) : null,
  );
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await findTable(5);
  const dialog = await paste(user, 'i-1');
  const sentence = "identity isn't loaded completely, so some of its instances can't be found.";
  expect(dialog.getByRole('alert')).toHaveTextContent(sentence);
});
