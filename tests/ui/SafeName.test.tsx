// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../support/renderConsole.tsx';

const database = 'ord\u200bers';
const id = 'i-\u00ad1';
const marks = ['U+200B', 'U+00AD'];

it('marks hidden characters of added, listed and deleted instances', async () => {
  const { user } = await renderScreen('/workspaces/acme/compute', {
    config: { instancesPath: null, databases: [] },
  });
  await user.click(await screen.findByRole('button', { name: 'Add instance' }));
  let dialog = await screen.findByRole('dialog', { name: 'Add instance' });
  await user.click(within(dialog).getByText('Import'));
  await user.click(within(dialog).getByLabelText('Instances'));
  await user.paste(`database,id\n${database},${id}`);
  const preview = await within(dialog).findByRole('list');
  for (const mark of marks) expect(preview).toHaveTextContent(mark);

  await user.click(within(dialog).getByText('Single'));
  await user.type(within(dialog).getByLabelText('Database'), database);
  await user.type(within(dialog).getByLabelText('Instance ID'), id);
  await user.type(within(dialog).getByLabelText('Name'), 'primary');
  expect(within(dialog).getAllByText(/Contains hidden characters\./)).toHaveLength(2);
  for (const mark of marks) expect(dialog).toHaveTextContent(mark);
  await user.click(within(dialog).getByRole('button', { name: /Add to/ }));

  const row = (await screen.findByRole('button', { name: 'Delete primary' })).closest('tr');
  for (const mark of marks) expect(row).toHaveTextContent(mark);
  await user.click(screen.getByRole('button', { name: 'Delete primary' }));
  dialog = await screen.findByRole('alertdialog', { name: /primary/ });
  for (const mark of marks) expect(dialog).toHaveTextContent(mark);
});

it('marks hidden characters in the details', async () => {
  const { user } = await renderScreen('/workspaces/odd/compute');
  await user.click(await screen.findByRole('button', { name: /^reports-.*yramirp/ }));
  const details = await screen.findByRole('dialog');
  expect(within(details).getByText('U+202E').closest('dd')).toBeVisible();
});
