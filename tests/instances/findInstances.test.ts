import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { noPolicy } from '../../src/config.ts';
import { findInstances } from '../../src/instances/select/findInstances.ts';
import { groupByRow } from '../../src/rules/deletion.ts';
import { mayDelete } from '../../src/rules/mayDelete.ts';
import { anEndedDeletion } from './fixtures.ts';
import { aRow, hostileText, manyRows } from './rowFixtures.ts';

const stagingId = 'c27c2913-5f17-40a7-9c6a-c6ad77fe699c';
const exportsId = '7c88ad73-75b4-49bf-9411-4112ead5699c';
const twinId = '7c88ad73-0000-49bf-9411-4112ead5699c';
const unlistedId = '11111111-2222-4333-8444-555555555555';

const inOrders = (id: string, name: string) => aRow({ databaseName: 'orders', id, name });
const inAnalytics = (id: string, name: string) => aRow({ databaseName: 'analytics', id, name });
const rows = [
  inOrders(stagingId, 'orders-staging'),
  inOrders(exportsId, 'orders-exports'),
  inOrders(twinId, 'orders-exports-twin'),
  inOrders('o-reports', 'orders-reports'),
  { ...inOrders('o-cache', 'shared-cache'), label: 'o-cache-row' },
  { ...inAnalytics('a-cache', 'shared-cache'), label: 'a-cache-row' },
  inAnalytics('a-preview', ' analytics-preview '),
  inAnalytics('same-1', 'double'),
  inAnalytics('same-2', 'double'),
  inAnalytics('a-dotted', 'orders.v2.'),
  inAnalytics('Ünï', 'straße'),
  aRow({ databaseName: 'identity', id: 'id-1', name: 'identity-replica' }),
  aRow({ databaseName: 'identity', id: 'both-1', name: 'same-id' }),
  aRow({ databaseName: 'orders', id: 'both-1', name: 'same-id-too' }),
  aRow({ databaseName: 'identity', id: 'kept-1', name: 'kept-twice', label: 'kept-1' }),
  aRow({ databaseName: 'identity', id: 'kept-2', name: 'kept-twice', label: 'kept-2' }),
  aRow({ databaseName: 'orders', id: null, name: 'no-id' }),
  { ...inOrders('dup-1', 'duplicate'), isDuplicate: true },
];
const deletionsByRow = groupByRow([
  anEndedDeletion('deleted', { id: 'orders-legacy' }),
  anEndedDeletion('gone', { id: 'forgotten' }),
]);
const policy = { ...noPolicy, protected: ['identity'] };
const refusals = new Map(
  rows.flatMap((row) => {
    const refusal = mayDelete(row, [], policy);
    return refusal === null ? [] : [[row.key, refusal]];
  }),
);
const find = (text: string) => findInstances(text, rows, { deletionsByRow, refusals, workspace: 'acme' });

/** What a text names, such as "orders-staging ?shared-cache !identity-replica -orders-legacy". */
function describeFound(text: string): string {
  const { found, ambiguous, refused, missing } = find(text);
  return [
    ...found.map(({ row, isDifferentCase }) => `${row.label}${isDifferentCase ? '~' : ''}`),
    ...ambiguous.map((each) => `?${each.text}`),
    ...refused.map(({ row }) => `!${row.label}`),
    ...missing.map((each) => `-${each.text}`),
  ].join(' ');
}

describe('findInstances', () => {
  it.each<[text: string, named: string]>([
    // Words
    ['', ''],
    ['orders-staging', 'orders-staging'],
    ['Is it orders-staging?!', 'orders-staging'],
    ['Delete orders-staging...', 'orders-staging'],
    ['orders-staging: gone by Friday', 'orders-staging'],
    ['orders-staging’s data', 'orders-staging'],
    ["remove 'orders-staging' and ‘orders-reports’", 'orders-staging orders-reports'],
    ['“orders-staging”, «orders-reports», "orders-exports"', 'orders-staging orders-reports orders-exports'],
    ['(orders-staging) [orders-reports] {orders-exports}', 'orders-staging orders-reports orders-exports'],
    ['orders-staging,orders-reports;orders-exports', 'orders-staging orders-reports orders-exports'],
    ['orders-staging\r\norders-reports\rorders-exports', 'orders-staging orders-reports orders-exports'],
    [
      '\ufefforders-staging\u00a0<orders-reports>\torders-exports\u200b',
      'orders-staging orders-reports orders-exports',
    ],
    ['orders-staging orders-staging', 'orders-staging'],
    // Never substrings
    ['reports orders my-orders-staging xorders-reports exports-twin c27c2913 c27c2913-5f17', ''],
    ['orders-staging2', '-orders-staging2'],
    // IDs
    [`orders-staging (${stagingId})`, 'orders-staging'],
    ['c27c2913...', 'orders-staging'],
    ['(c27c2913…), then', 'orders-staging'],
    ['c27c2913….', 'orders-staging'],
    ['c27c291…', ''],
    ['7c88ad73…', '?7c88ad73…'],
    ['7c88ad73-75…', 'orders-exports'],
    [stagingId.toUpperCase(), 'orders-staging~'],
    ['o-reports', 'orders-reports'],
    ['both-1', '?both-1'],
    ['orders/both-1', 'same-id-too'],
    // Case and look-alikes
    ['Orders-Staging', 'orders-staging~'],
    ['ORDERS-STAGING and orders-staging', 'orders-staging'],
    ['STRASSE \u043erders-staging orders\u2011staging', ''],
    ['ünï', 'straße~'],
    // Names with unusual characters
    ['orders.v2.', 'orders.v2.'],
    ['analytics-preview', ' analytics-preview '],
    // One name in several places
    ['shared-cache', '?shared-cache'],
    ['analytics/shared-cache', 'a-cache-row'],
    ['billing/shared-cache', ''],
    ['shared-cache a-cache', 'a-cache-row ?shared-cache'],
    ['shared-cache a-cache o-cache', 'a-cache-row o-cache-row'],
    ['double', '?double'],
    ['analytics/double', '?analytics/double'],
    ['database;name\norders;shared-cache', 'o-cache-row'],
    ['name\tdatabase\nshared-cache\tanalytics\nshared-cache\torders', 'a-cache-row o-cache-row'],
    ['name,database\nshared-cache,billing', '?shared-cache'],
    ['name,database\ndouble,analytics', '?double'],
    ['id,database\nboth-1,orders', 'same-id-too'],
    ['orders,shared-cache', 'o-cache-row'],
    ['[{"name":"shared-cache","database":"orders"}]', 'o-cache-row'],
    ['kept-twice', '!kept-1 !kept-2'],
    // What can't be selected
    ['identity-replica', '!identity-replica'],
    ['no-id', '!no-id'],
    ['duplicate', '!duplicate'],
    // What isn't listed
    ['orders-unheard-of.', '-orders-unheard-of'],
    ['Orders-Typo', '-Orders-Typo'],
    ['orders-', ''],
    ['forgotten', '-forgotten'],
    [unlistedId, `-${unlistedId}`],
    ['INC-4312', ''],
    // In a column, every word is meant
    ['orders-staging\npayments-api\nbilling', 'orders-staging -payments-api -billing'],
    ['- [ ] `orders-staging`\n- [ ] `my-orders-staging`', 'orders-staging -my-orders-staging'],
    ['# \n* c27c2913-5f17\n\n* orders-staging\n', 'orders-staging -c27c2913-5f17'],
    ['Please delete\norders-staging\npayments-api', 'orders-staging'],
    // Other formats
    ['- [ ] **orders-staging**\n- [x] `orders-reports`', 'orders-staging orders-reports'],
    ['* _orders-staging_\n• orders-reports', 'orders-staging orders-reports'],
    ['| name | id |\n|---|---|\n| orders-staging | x |', 'orders-staging'],
    ['> > orders-staging\n>orders-reports', 'orders-staging orders-reports'],
    ['sep=;\norders-staging;orders', 'orders-staging'],
    ['level=info instance=orders-staging took=12ms', 'orders-staging'],
    ['instance:orders-staging', 'orders-staging'],
  ])('%j names %j', (text, named) => {
    expect(describeFound(text)).toBe(named);
  });

  it('a ticket → the choices of an ambiguous name, why one is refused, and the removal of a missing one', () => {
    const { ambiguous, refused, missing } = find('- shared-cache, identity-replica, orders-legacy');
    expect(ambiguous[0]?.rows.map(({ databaseName }) => databaseName)).toEqual(['orders', 'analytics']);
    expect(refused[0]).toMatchObject({ sentence: expect.stringContaining('protects'), isProtected: true });
    expect(missing[0]?.removal?.outcome?.kind).toBe('deleted');
  });

  it('an offline browser → the instances can be selected, because it may come back', () => {
    vi.stubGlobal('navigator', { onLine: false });
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(describeFound('orders-staging')).toBe('orders-staging');
  });

  it('any text → only what it contains is found', () => {
    const piece = fc.oneof(hostileText, fc.constantFrom(...rows.map(({ label }) => label), '…', '...', '/'));
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.constantFrom(' ', '', '\n', ','),
        (pieces, joint) => {
          const text = pieces.join(joint).toLowerCase();
          const isNamed = ({ id, name }: { id: string; name: string | null }) =>
            text.includes(id.slice(0, 8).toLowerCase()) || text.includes(name?.toLowerCase() ?? id);
          expect(find(pieces.join(joint)).found.every(({ row }) => isNamed(row))).toBe(true);
        },
      ),
    );
  });

  it('10 000 rows and as many pasted IDs and names → all are found', () => {
    const many = manyRows(10_000);
    const text = many.map(({ id, name }) => `- ${name} (${id?.slice(0, 13)}…), ${id}`).join('\n');
    const context = { deletionsByRow: groupByRow([]), refusals: new Map(), workspace: 'acme' };
    expect(findInstances(text, many, context).found).toHaveLength(10_000);
  });
});
