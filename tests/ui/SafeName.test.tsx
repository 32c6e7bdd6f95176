// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { replaceListedRecords } from '../deletion/replaceListedRecords.ts';
import { renderScreen } from '../support/renderConsole.tsx';

const database = 'ord\u200bers';
const id = 'i-\u00ad1';
const codePoints = ['U+200B', 'U+00AD'];

it('hidden characters are marked in the add dialog, the delete dialog and Activity', async () => {
  const { user } = await renderScreen('/workspaces/acme/compute', {
    config: { instancesPath: null, databases: [] },
  });
  await user.click(await screen.findByRole('button', { name: 'Add instance' }));
  let dialog = await screen.findByRole('dialog', { name: 'Add instance' });
  await user.click(within(dialog).getByText('Import'));
  await user.click(within(dialog).getByLabelText('Instances'));
  await user.paste(`database,id\n${database},${id}`);
  const preview = await within(dialog).findByRole('list');
  for (const codePoint of codePoints) expect(preview).toHaveTextContent(codePoint);

  await user.click(within(dialog).getByText('Single'));
  await user.type(within(dialog).getByLabelText('Database'), database);
  await user.type(within(dialog).getByLabelText('Instance ID'), id);
  await user.type(within(dialog).getByLabelText('Name'), 'primary');
  expect(within(dialog).getAllByText(/Contains hidden characters\./)).toHaveLength(2);
  for (const codePoint of codePoints) expect(dialog).toHaveTextContent(codePoint);
  await user.click(within(dialog).getByRole('button', { name: /Add to/ }));

  const row = (await screen.findByRole('button', { name: 'Delete primary' })).closest('tr');
  for (const codePoint of codePoints) expect(row).toHaveTextContent(codePoint);
  await user.click(screen.getByRole('button', { name: 'Delete primary' }));
  dialog = await screen.findByRole('alertdialog', { name: /primary/ });
  for (const codePoint of codePoints) expect(dialog).toHaveTextContent(codePoint);

  await user.type(within(dialog).getByLabelText(/^Type/), 'primary');
  await user.click(within(dialog).getByRole('button', { name: 'Delete instance' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Activity' }));
  const entry = await screen.findByRole('button', { name: /^primary/ });
  expect(entry).toHaveTextContent('U+200B');
  await user.keyboard('{Escape}');
});

it('hidden characters are marked in tooltips, in the details and in the palette', async () => {
  const { user } = await renderScreen('/workspaces/odd/compute');
  const name = await screen.findByRole('button', { name: /^reports-.*yramirp/ });
  expect(name.title).toContain('[U+202E]');
  await user.click(name);
  const details = await screen.findByRole('dialog');
  expect(within(details).getByText('U+202E').closest('dd')).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(details).not.toBeInTheDocument());
  await user.click(await screen.findByRole('button', { name: 'Search everything' }));
  const palette = within(await screen.findByRole('dialog', { name: 'Command palette' }));
  await user.type(palette.getByRole('combobox', { name: /Find a page/ }), 'reports');
  const [firstOption] = await palette.findAllByRole('option', { name: /reports.*yramirp/ });
  expect(firstOption).toHaveTextContent('U+202E');
});

it('hidden characters are marked in the names of unknown fields', async () => {
  const { user } = await renderScreen('/workspaces/acme/compute', { sandbox: { instances: 1 } });
  await screen.findByRole('button', { name: 'orders-primary' });
  await replaceListedRecords({
    'orders-primary': (record) => ({ ...record, 'ow\u202ener': 'x' }),
  });
  await user.click(screen.getByRole('button', { name: 'orders-primary' }));
  const label = await screen.findByText('Ow[U+202E]ner');
  expect(label.title).toContain('ow[U+202E]ner');
});
