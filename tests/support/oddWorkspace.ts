import type { WorkspaceFixture } from '../../src/sandbox/workspaces.ts';

/** A workspace with unusual names, IDs, dates and regions. `now` is in ms since 1970. */
export function createOddWorkspace(now = Date.now()): WorkspaceFixture {
  return { regions: [], history: createHistory(now), instances: createInstances(now) };
}

function createHistory(now: number): readonly unknown[] {
  const inDays = (days: number) => new Date(now + days * 24 * 60 * 60_000).toISOString();
  const record = (level: unknown, validFrom: unknown, validTo: unknown = null) => {
    return { workspace: 'odd', level, validFrom, validTo };
  };
  return [
    record('FREE', inDays(-700), inDays(-400)),
    record('PRO', inDays(-90)),
    record('TEAM', inDays(-120), inDays(30)),
    record('PRO', inDays(-200), inDays(-230)),
    record('PRO', inDays(-300), inDays(-300)),
    record('PRO', 'the first of May', '2024-13-45T99:00:00Z'),
    record('PRO', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z'),
    record('PRO', '2024-02-29T12:00:00+05:30', '2024-06-30'),
    record('PRO', null, inDays(-800)),
    record(null, undefined),
    { ...record('ENTERPRISE', inDays(-50)), workspace: 'somebody-else' },
    record('  pro\u202E\u200B ', inDays(-10), inDays(-5)),
    record('', inDays(-5), inDays(-4)),
    record(7, 1_700_000_000, inDays(-3)),
    ...[{}, null, 'a record'],
  ];
}

/** Some can't be deleted, because their ID is invalid in a path. */
function createInstances(now: number): readonly unknown[] {
  const created = new Date(now - 40 * 24 * 60 * 60_000).toISOString();
  const workspace = { name: 'Odd', slug: 'odd', id: 'ws-odd', payments_customer_id: '', created };
  const instance = (id: unknown, name: unknown, more: object = {}) => {
    return { id, name, workspace, created, ...more };
  };
  return [
    instance('odd-plain', 'reports', { expandable: true, sharded: false, status: 'READY' }),
    instance('odd-bidi', 'reports-\u202Eyramirp\u202C'),
    instance('odd-invisible', 'reports\u200B'),
    instance('odd-look-alike', 'rep\u043Erts'),
    instance('odd-spaces', '  reports  '),
    instance('odd-same-id', 'twin-one'),
    instance('odd-same-id', 'twin-two'),
    instance('odd-empty-name', ''),
    instance('odd-no-name', undefined, { created: 'yesterday', apiHost: 7, status: 'MELTING' }),
    instance('odd/slash ?#%2F', 'slashes'),
    instance('..', 'dot-dot'),
    instance(12_345, 'numeric-id'),
    instance(undefined, 'missing-id'),
    instance('odd-long-name', 'long-'.repeat(80)),
    instance('odd-foreign', 'foreign', { workspace: { ...workspace, slug: 'somebody-else' } }),
    instance('odd-elsewhere', 'elsewhere', { databaseName: 'analytics' }),
    instance('odd-deleted', 'deleted-before', { deleted: created }),
    instance('odd-markup', '<img src=x onerror=alert(1)>', { notes: { any: ['thing'] } }),
    { instanceId: 'odd-variant', instanceName: 'variant', status: 'READY', database: { workspace, created } },
  ];
}
