import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { findNamedInstances } from '../../src/compute/SelectFromListDialog.tsx';
import { answerTo } from '../support/startConsole.ts';
import { aRow } from './fixtures.ts';
import { findTable, openCompute } from './onScreen.ts';

async function paste(user: UserEvent, text: string) {
  await user.click(screen.getByRole('button', { name: 'Select from list…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Select from list' });
  await user.click(within(dialog).getByRole('textbox', { name: 'Names or IDs' }));
  await user.paste(text);
  return within(dialog);
}

it('a pasted list → each piece is accounted for, and the selection grows', async () => {
  const { user } = await openCompute(24, '', { PROTECTED: 'identity-replica' });
  await user.click(screen.getByRole('checkbox', { name: 'Select orders-primary' }));
  const dialog = await paste(user, '- orders-staging\nanalytics-preview, identity-replica\norders-legacy');
  await dialog.findByText("4 given: 2 found, 1 can't be selected, 1 not listed");
  expect(dialog.getByText('Your operator protects instances that match “identity-replica”.')).toBeVisible();
  expect(dialog.getByText('not listed')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Select 2 instances' }));
  expect(screen.getByRole('checkbox', { name: 'Select analytics-preview' })).toBeChecked();
  await screen.findByRole('button', { name: 'Delete 3 instances' });
});

it('a part of a list → what it lacks is not listed so far', async () => {
  const { user, site } = await openCompute(6);
  const headers = { link: '<?page=2>; rel="next"' };
  site.answer(answerTo('/identity/compute', () => Response.json([{ id: 'i-1' }], { headers })));
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await findTable(5);
  await (await paste(user, 'i-1\nidentity-exports')).findByText('2 given: 1 found, 1 not listed so far');
});

const rows = [
  aRow({ id: 'i-1', name: 'orders-primary' }),
  aRow({ id: 'i-2', name: 'orders-replica' }),
  aRow({ id: 'i-3', name: 'shared-cache' }),
  aRow({ id: 'i-4', name: 'shared-cache', databaseName: 'analytics' }),
  aRow({ id: 'i-7', name: 'Ärger in Bogotá, (old)', databaseName: 'identity' }),
  aRow({ id: 'i-8', name: 'primary' }),
  aRow({ id: 'i-9', name: 'keep' }),
  aRow({ id: 'i-10', name: '2) primary' }),
];
const idsOf = (text: string) => findNamedInstances(text, rows, '').found.map(({ id }) => id);

it.each<[title: string, text: string, ids: string[]]>([
  ['names and IDs, a line each', 'orders-primary\ni-2\r\n\n  i-3  ', ['i-1', 'i-2', 'i-3']],
  ['bullets and numbers', '- orders-primary\n• i-2\n* i-3\n12. i-4', ['i-1', 'i-2', 'i-3', 'i-4']],
  ['quotation marks', '"orders-primary"\n`i-2`\n„i-3“\n“i-4”', ['i-1', 'i-2', 'i-3', 'i-4']],
  ['commas and semicolons', 'orders-primary, i-2;i-3', ['i-1', 'i-2', 'i-3']],
  ['one that is not listed', 'orders-primary, i-2, orders-legacy', ['i-1', 'i-2']],
  ['a name with a comma and spaces', 'Ärger in Bogotá, (old)', ['i-7']],
  ['a name and its ID', 'orders-primary\ni-1', ['i-1']],
  ['a name like a number and a different name', '2) primary', ['i-10']],
  ['other letters', 'ORDERS-PRIMARY\nI-2\nÄRGER IN BOGOTA\u0301, (old)', ['i-1', 'i-2', 'i-7']],
  ['a name with its database', 'orders/shared-cache\nAnalytics/i-4', ['i-3', 'i-4']],
])('%s → found', (_, text, ids) => expect(idsOf(text)).toEqual(ids));

it('a name of two instances selects none, and says so', () => {
  const problems = [{ kind: 'names two instances' }];
  expect(findNamedInstances('shared-cache', rows, '')).toMatchObject({ found: [], problems });
});

/** As people and programs write them. None of them may select what it doesn't ask to delete. */
it.each([
  'Delete everything except orders-primary, i-2, and shared-cache.',
  'Keep: orders-primary, orders-replica',
  '| Name | Action |\n|---|---|\n| orders-primary | keep |\n| orders-replica | delete |',
  'orders-primary   1/1     Running   12d\norders-replica   0/1     Pending   1d',
  'name,action\norders-primary,keep\norders-replica,delete',
  'orders-primary\tkeep\norders-replica\tdelete',
  'On Tue, Jo wrote:\n> please delete\n> orders-primary, i-2',
  '~~orders-primary~~\n- [ ] i-2\n- [x] i-3',
  'The instance orders-\nprimary',
  'From a quoted-printable mail: orders-=\nprimary',
  'https://console.example/workspaces/acme/compute?q=orders-primary',
  '{"name": "orders-primary", "id": "i-1"}',
  '[orders-primary](https://example.com), [i-2](https://example.com)',
  'orders-primary (keep)\nnot i-2',
  'orders-primary.\norders-replica!\n#i-3\n@i-4\n!i-5',
  'INC-4312: orders-primary\nid=i-2\nname: shared-cache',
])('nothing is selected by %j', (text) => expect(idsOf(text)).toEqual([]));
