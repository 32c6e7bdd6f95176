import { expect, it } from 'vitest';
import { findNamedInstances, formatNamedCounts } from '../../src/compute/findNamedInstances.ts';
import { aRow } from './fixtures.ts';

const rows = [
  aRow({ id: 'i-1', name: 'orders-primary' }),
  aRow({ id: 'i-2', name: 'orders-replica' }),
  aRow({ id: 'i-3', name: 'shared-cache' }),
  aRow({ id: 'i-4', name: 'shared-cache', databaseName: 'analytics' }),
  aRow({ id: 'i-5', name: 'twin', databaseName: 'identity' }),
  aRow({ id: 'i-6', name: 'twin', databaseName: 'identity' }),
  aRow({ id: 'i-7', name: 'Ärger in Bogotá, (old)', databaseName: 'identity' }),
  aRow({ id: 'i-8', name: 'primary' }),
  aRow({ id: 'i-9', name: 'keep' }),
  aRow({ id: 'i-10', name: 'kept', refusal: { code: 'protected', message: 'Protected by jo.' } }),
];

const find = (text: string) => findNamedInstances(text, rows);
const idsOf = (text: string) => find(text).found.map(({ id }) => id);
const answerTo = (text: string) => [
  formatNamedCounts(find(text)),
  ...find(text).problems.map(({ piece, reason }) => `${piece}: ${reason}`),
];

it.each<[title: string, text: string, ids: string[]]>([
  ['names and IDs, a line each', 'orders-primary\ni-2\r\n\n  i-3  ', ['i-1', 'i-2', 'i-3']],
  [
    'bullets and numbers',
    '- orders-primary\n• i-2\n* i-3\n12. i-4\n3) i-5',
    ['i-1', 'i-2', 'i-3', 'i-4', 'i-5'],
  ],
  ['quotation marks', '"orders-primary"\n`i-2`\n„i-3“\n“i-4”', ['i-1', 'i-2', 'i-3', 'i-4']],
  ['commas and semicolons', 'orders-primary, i-2;i-3', ['i-1', 'i-2', 'i-3']],
  ['a name with a comma and spaces', 'Ärger in Bogotá, (old)', ['i-7']],
  ['different case and normalization', 'ORDERS-PRIMARY\na\u0308rger in bogota\u0301, (OLD)', ['i-1', 'i-7']],
  ['a database in front', 'analytics/shared-cache\norders/i-1', ['i-4', 'i-1']],
  ['a name and its ID', 'orders-primary\ni-1', ['i-1']],
])('%s → found', (_, text, ids) => {
  expect(idsOf(text)).toEqual(ids);
});

it('the answer counts what was given, and says why each other piece is not found', () => {
  expect(answerTo('orders-primary, i-2\nshared-cache\norders-legacy')).toEqual([
    '4 given: 2 found, 1 names two instances, 1 not listed',
    'shared-cache: in orders and analytics: write orders/shared-cache, or use the ID',
    'orders-legacy: not listed',
  ]);
  expect(answerTo('twin\nkept')).toEqual([
    "2 given: 0 found, 1 names two instances, 1 can't be selected",
    'twin: names two instances: use the ID',
    'kept: Protected by jo.',
  ]);
});

it('a piece that is given twice counts once', () => {
  expect(answerTo('orders-primary\nOrders-Primary')).toEqual(['1 given: 1 found']);
});

const table = 'This looks like a table. Copy only its column of names or IDs.';

it.each(['orders-primary\tREADY', '| orders-primary | keep |', 'orders-primary,READY\norders-replica,BUILT'])(
  '%j → it looks like a table',
  (text) => {
    expect(find(text)).toMatchObject({ found: [], givenCount: 0 });
    expect(find(text).problems.map(({ reason }) => reason)).toContain(table);
  },
);

/** As people and programs write them. None of them may select what it doesn't ask to delete. */
const publicForms = [
  'Please delete orders-primary, but keep orders-replica, thanks.',
  'Delete everything except orders-primary, i-2, and shared-cache.',
  'Keep: orders-primary, orders-replica',
  'We will delete orders-replica after the migration; orders-primary stays.',
  '| Name | Action |\n|---|---|\n| orders-primary | keep |\n| orders-replica | delete |',
  '||Name||Action||\n|orders-primary|keep|\n|orders-replica|delete|',
  'NAME             READY   STATUS    AGE\norders-primary   1/1     Running   12d\norders-replica   0/1     Pending   1d',
  'name,action\norders-primary,keep\norders-replica,delete',
  'name;action\norders-primary;keep\norders-replica;delete',
  'orders-primary\tkeep\norders-replica\tdelete',
  '> orders-primary\n> orders-replica\n\nNo, please keep both.',
  'On Tue, Jo wrote:\n> please delete\n> orders-primary, i-2',
  '~~orders-primary~~\n~~i-2~~',
  '- [ ] orders-primary\n- [x] i-2',
  'The instance orders-\nprimary must stay.',
  'The instance orders-\nprimary',
  'From a quoted-printable mail: orders-=\nprimary',
  'https://console.example/workspaces/acme/compute?q=orders-primary',
  '{"name": "orders-primary", "id": "i-1"}',
  '[orders-primary](https://example.com), [i-2](https://example.com)',
  'not orders-primary',
  'orders-primary (keep)',
  'orders-primary.\norders-replica!\n#i-3\n@i-4\n!i-5',
  'INC-4312: orders-primary\nid=i-2\nname: shared-cache',
  '<li>orders-primary</li>\n<td>i-2</td>',
];

it.each(publicForms)('nothing is selected by %j', (text) => {
  expect(idsOf(text)).toEqual([]);
});
