import type { WorkspaceFixture } from '../../src/sandbox/workspaces.ts';

/** A workspace with unusual names, IDs, dates and regions. `now` is in ms since 1970. */
export function createOddWorkspace(now = Date.now()): WorkspaceFixture {
  return { regions, history: createHistory(now), instances: createInstances(now) };
}

const regions: readonly string[] = [
  'CLOUDA_US_WEST_2',
  'CLOUDA_US_WEST_2',
  'clouda_us_west_2',
  'CLOUDC',
  '_EASTUS',
  'CLOUDB_',
  '_',
  '',
  'CLOUDB__EASTUS',
  'CLOUDA_\u202EUS_WEST',
  `CLOUDD_${'LONG_'.repeat(60)}END`,
];

function createHistory(now: number): readonly unknown[] {
  const formatDateInDays = (days: number) => new Date(now + days * 24 * 60 * 60_000).toISOString();
  return [
    { workspace: 'odd', level: 'FREE', validFrom: formatDateInDays(-700), validTo: formatDateInDays(-400) },
    { workspace: 'odd', level: 'PRO', validFrom: formatDateInDays(-90), validTo: null },
    { workspace: 'odd', level: 'TEAM', validFrom: formatDateInDays(-120), validTo: formatDateInDays(30) },
    { workspace: 'odd', level: 'PRO', validFrom: formatDateInDays(-200), validTo: formatDateInDays(-230) },
    { workspace: 'odd', level: 'PRO', validFrom: formatDateInDays(-300), validTo: formatDateInDays(-300) },
    { workspace: 'odd', level: 'PRO', validFrom: 'the first of May', validTo: '2024-13-45T99:00:00Z' },
    { workspace: 'odd', level: 'PRO', validFrom: '0000-01-01T00:00:00Z', validTo: '9999-12-31T23:59:59Z' },
    { workspace: 'odd', level: 'PRO', validFrom: '2024-02-29T12:00:00+05:30', validTo: '2024-06-30' },
    { workspace: 'odd', level: 'PRO', validFrom: null, validTo: formatDateInDays(-800) },
    { workspace: 'odd', level: null },
    { workspace: 'somebody-else', level: 'ENTERPRISE', validFrom: formatDateInDays(-50), validTo: null },
    {
      workspace: 'odd',
      level: '  pro\u202E\u200B ',
      validFrom: formatDateInDays(-10),
      validTo: formatDateInDays(-5),
    },
    { workspace: 'odd', level: '', validFrom: formatDateInDays(-5), validTo: formatDateInDays(-4) },
    { workspace: 'odd', level: 7, validFrom: 1_700_000_000, validTo: formatDateInDays(-3) },
    {},
    null,
    'a record',
  ];
}

/** Some can't be deleted, because their ID is invalid in a path. */
function createInstances(now: number): readonly unknown[] {
  const created = new Date(now - 40 * 24 * 60 * 60_000).toISOString();
  const workspace = { name: 'Odd', slug: 'odd', id: 'ws-odd', payments_customer_id: '', created };
  return [
    {
      id: 'odd-plain',
      name: 'reports',
      workspace,
      expandable: true,
      created,
      sharded: false,
      status: 'READY',
    },
    { id: 'odd-bidi', name: 'reports-\u202Eyramirp\u202C', workspace, created },
    { id: 'odd-invisible', name: 'reports\u200B', workspace, created },
    { id: 'odd-look-alike', name: 'rep\u043Erts', workspace, created },
    { id: 'odd-spaces', name: '  reports  ', workspace, created },
    { id: 'odd-same-name-1', name: 'reports-blue', workspace, created },
    { id: 'odd-same-name-2', name: 'reports-blue', workspace, created },
    { id: 'odd-same-id', name: 'twin-one', workspace, created },
    { id: 'odd-same-id', name: 'twin-two', workspace, created },
    { id: 'odd-empty-name', name: '', workspace, created },
    { id: 'odd-no-name', workspace, created: 'yesterday', deleted: null, apiHost: 7, status: 'MELTING' },
    { id: 'odd/slash ?#%2F', name: 'slashes', workspace, created },
    { id: '..', name: 'dot-dot', workspace, created },
    { id: 12_345, name: 'numeric-id', workspace, created },
    { name: 'missing-id', workspace, created },
    { id: 'odd-long-name', name: 'long-'.repeat(80), workspace, created },
    { id: 'odd-foreign', name: 'foreign', workspace: { ...workspace, slug: 'somebody-else' }, created },
    { id: 'odd-elsewhere', name: 'elsewhere', workspace, created, databaseName: 'analytics' },
    { id: 'odd-deleted', name: 'deleted-before', workspace, created, deleted: created },
    { id: 'odd-markup', name: '<img src=x onerror=alert(1)>', workspace, created, notes: { any: ['thing'] } },
    { instanceId: 'odd-variant', instanceName: 'variant', status: 'READY', database: { workspace, created } },
  ];
}
