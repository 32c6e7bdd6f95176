import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toActivityCsv, toActivityEntries } from '../../src/activity/activityLog.ts';
import { createEvidence, toMarkdown } from '../../src/compute/evidence.ts';
import { formatInstances } from '../../src/compute/exportInstances.ts';
import { type Finding, findMentions } from '../../src/compute/findMentions.ts';
import { type InstanceRow, isSelectable } from '../../src/compute/instanceRow.ts';
import { instanceKey } from '../../src/rules/deletion.ts';
import { aDeletion, aRow, hostileText } from './fixtures.ts';

const stagingId = 'c27c2913-5f17-40a7-9c6a-c6ad77fe699c';
const unlistedId = '11111111-2222-4333-8444-555555555555';

const rows = [
  aRow({ id: stagingId, name: 'orders-staging' }),
  aRow({ id: 'o-a', name: 'orders-a' }),
  aRow({ id: 'o-test', name: 'orders-a.b' }),
  aRow({ id: 'b-1', name: 'billing' }),
  aRow({ id: 'b-2', name: 'billing (old)' }),
  aRow({ id: 'p-1', name: 'primary' }),
  aRow({ id: 'p-2', name: 'orders-primary' }),
  aRow({ id: 'ob', name: "o'brien-db" }),
  aRow({ id: 'cafe', name: 'cafe\u0301-db' }),
  aRow({ id: 'caf', name: 'caf' }),
  aRow({ id: 'x-1', name: 'one two' }),
  aRow({ id: 'x-2', name: 'two three' }),
  aRow({ id: 'sigma', name: 'ΟΔΟΣ' }),
  aRow({ id: 'o-cache', name: 'shared-cache', label: 'o-cache' }),
  aRow({ databaseName: 'analytics', id: 'a-cache', name: 'shared-cache', label: 'a-cache' }),
  aRow({ databaseName: 'analytics', id: 'a-preview', name: ' analytics-preview ' }),
  aRow({ databaseName: 'identity', id: 'id-1', name: 'identity-replica' }),
  aRow({ databaseName: 'orders', id: null, name: 'no-id' }),
  aRow({ id: 'dup-1', name: 'duplicate', doubts: [{ mark: '', tone: 'notice', title: 'Twice.', text: '' }] }),
  aRow({ id: '=SUM(1)', name: '=cmd' }),
  aRow({ id: 'a\u200bb', name: 'hidden' }),
  aRow({ id: 'aB', name: 'upper' }),
  aRow({ id: 'Ab', name: 'lower' }),
];

const removals = [
  aDeletion('deleted', { instanceId: 'gone-1', name: 'orders-legacy' }),
  aDeletion('gone', { instanceId: 'gone-2', name: 'primary (old)' }),
];

function find(text: string, listed: readonly InstanceRow[] = rows) {
  const refusal = { code: 'protected' as const, message: 'Protected by jo.' };
  const judged = listed.map((row) =>
    row.databaseName === 'identity' || row.id === null ? { ...row, refusal } : row,
  );
  return findMentions(text, judged, {
    workspace: 'acme',
    byRow: new Map(removals.map((each) => [instanceKey(each), [each]])),
  });
}

/** What a text names: "orders-a ?shared-cache !identity-replica -orders-unheard ×1", where × counts the repeats. */
function describeFound(text: string): string {
  const { marks, findings } = find(text);
  const repeatCount = marks.length - findings.length;
  expect(findings.reduce((sum, { count }) => sum + count, 0)).toBe(marks.length);
  return [
    ...prefixes.flatMap(([kind, prefix]) => textsOf(findings, kind).map((each) => prefix + each.trim())),
    ...(repeatCount === 0 ? [] : [`×${repeatCount}`]),
  ].join(' ');
}

const prefixes = Object.entries({ found: '', ambiguous: '?', protected: '!', refused: '!!', missing: '-' });

function textsOf(findings: readonly Finding[], wanted: string): string[] {
  return findings.filter(({ kind }) => kind === wanted).map(({ text }) => text);
}

describe('a text', () => {
  it.each<[text: string, named: string]>([
    ['', ''],
    // Neighbors
    ['orders-a.', 'orders-a'],
    ['(orders-a) [orders-a], "orders-a"; <orders-a>|orders-a', 'orders-a ×4'],
    ['orders-a:test', '-orders-a:test'],
    ['@orders-a #orders-a ~orders-a~ **orders-a**', 'orders-a ×3'],
    ['my-orders-a orders-a2 _orders-a xorders-a', '-my-orders-a -orders-a2 -_orders-a -xorders-a'],
    ['orders-a.b orders-a.c', 'orders-a.b -orders-a.c'],
    ['orders-a’s data, instance=orders-a', 'orders-a ×1'],
    ['https://example.com/orders-a?q=x-1a', ''],
    ['HOST\\orders-a, ?q=orders-a%20x', '-HOST\\orders-a -orders-a%20x'],
    // The longest wins
    ['please delete orders-a and billing (old)', 'orders-a billing (old)'],
    ['billing\u00a0(old), billing  (old)', 'billing (old) ×1'],
    ['billing(old), billing（old）, billing\\(old\\)', 'billing (old) ×2'],
    ['billing\n(old)', '?billing\n(old)'],
    ['billing\n\n(old)', 'billing'],
    ['one two three', '?one two three'],
    ['primary (old)', '-primary (old)'],
    // A word that a program has wrapped
    ['orders-\nprimary', '?orders-\nprimary'],
    ['> orders\u2010 \r\n> primary', '?orders\u2010 \r\n> primary'],
    ['pri\u00ad\nmary', '?pri\u00ad\nmary'],
    ['two -\nprimary, and one-\n\nprimary', 'primary ×1'],
    // Invisible characters, typography, canonical equivalence, case
    ['orders-\u200bprimary', 'orders-primary'],
    ['orders–primary orders\u2011primary orders\\-primary', 'orders-primary ×2'],
    ['orders-a＿old', '-orders-a＿old'],
    ['o’brien-db', "o'brien-db"],
    ['caf\u00e9-db CAFE\u0301-DB CAFE\u0301\u200d-DB', 'cafe\u0301-db ×2'],
    ['caf\u00e9 caf\u0323', ''],
    ['strasse \u043erders-a', '-\u043erders-a'],
    // IDs
    [`orders-staging (${stagingId.toUpperCase()})`, 'orders-staging ×1'],
    ['c27c2913… and c27c2913-5f17', '-c27c2913 -c27c2913-5f17'],
    // Several places
    ['shared-cache', '?shared-cache'],
    ['analytics/shared-cache', 'a-cache'],
    ['billing/shared-cache', '-billing/shared-cache'],
    ['shared-cache: o-cache', 'o-cache ?shared-cache'],
    ['shared-cache: o-cache, a-cache', 'o-cache a-cache ×1'],
    // What can't be selected
    ['identity-replica, no-id and duplicate', '!identity-replica !no-id !!duplicate'],
    // Missing
    ['orders-legacy, orders_new, db7, a/b', '-orders-legacy -orders_new -db7 -a/b'],
    [unlistedId, `-${unlistedId}`],
    ['INC-4312 jo.doe+x1@example-mail.com https://x-1.example/a-b www.x-1.example 12 1,234.5 50%', ''],
    ['2026-01-05 05/01/2026 5-Jan-2026 2026-01-05T10:00:00Z 10:30 10:30am the 1st of May-2', ''],
  ])('%j names %j', (text, named) => {
    expect(describeFound(text)).toBe(named);
  });

  it('a missing name has a remark about its removal', () => {
    expect(find('orders-legacy').findings).toMatchObject([{ remark: 'Deleted 1 Jan 1970, 00:00 UTC' }]);
  });

  it('marks are the places in the original text', () => {
    const text = 'x\u200by: cafe\u200d\u0301-db\r\n\r\n“identity-replica”, shared-cache, db-x';
    expect(find(text).marks.map(({ start, end, kind }) => `${kind} ${text.slice(start, end)}`)).toEqual([
      'found cafe\u200d\u0301-db',
      'protected identity-replica',
      'ambiguous shared-cache',
      'missing db-x',
    ]);
  });
});

describe('a table', () => {
  it.each<[title: string, text: string, named: string]>([
    ['the ID counts, and the name beside it does not', 'name\tID\nbilling\to-a', 'orders-a'],
    ['a name where the ID is empty', 'id;name\n;orders-a\nb-1;', 'orders-a billing'],
    ['an ID is no name', 'id,name\norders-a,', '-orders-a'],
    ['a database narrows', 'name,database\nshared-cache,analytics', 'a-cache'],
    ['a different workspace', 'id,workspace\no-a,acme\nb-1,other', 'orders-a -b-1'],
    ['an exact ID before a different case', 'id,x\naB,1', 'upper'],
    ['a different case only', 'id,x\nO-A,1\nAB,1', 'orders-a ?AB'],
    ['the delimiter that Excel reads', 'sep=,\nname,id\nbilling,b-2', 'billing (old)'],
    ['quotes', 'note,"name"\n"a ""b"",\nc","billing (old)"', 'billing (old)'],
    ['two columns of one name are no table', 'id,id\no-a,b-1', 'orders-a billing'],
    ['a sentence is no header', 'Name, please:\norders-a', 'orders-a'],
  ])('%s', (_, text, named) => {
    expect(describeFound(text)).toBe(named);
  });

  const withId = rows.filter((row) => isSelectable(row) && row.databaseName !== 'identity');

  it('the console’s CSV of instances selects exactly its own', () => {
    for (const chosen of [...withId.map((row) => [row]), withId]) {
      const { findings } = find(formatInstances(chosen, 'csv'));
      expect(findings.flatMap(({ kind, rows: found }) => (kind === 'found' ? found : []))).toEqual(chosen);
    }
  });

  const message = 'See |2|3|o-a|5|';
  const deletions = [
    aDeletion('unknown', { name: 'shared-cache', databaseName: 'analytics', instanceId: 'a-cache' }),
    aDeletion('refused', { name: 'hidden', instanceId: 'a\u200bb', outcome: { message } }),
  ].map((each) => ({ ...each, reason: 'billing isn’t needed, INC-4312' }));

  it('evidence selects the instances of its table, and nothing else that it names', () => {
    const place = { workspace: 'acme', environment: 'production' };
    const evidence = toMarkdown(createEvidence(deletions, place, ['orders-legacy', 'a|b']));
    expect(describeFound(evidence)).toBe('a-cache hidden');
    expect(describeFound(evidence.replace('`acme`', '`acme2`'))).toBe('-`a-cache` -`a[U+200B]b`');
  });

  it('the CSV of Activity selects the instances of its lines', () => {
    const entries = toActivityEntries({ deletions, bulkDeletions: [], protections: [] }, false);
    const csv = toActivityCsv(entries, { workspace: 'acme', environment: null }, 'The log has more.');
    expect(describeFound(csv)).toBe('a-cache hidden');
  });
});

const part = fc.constantFrom('a', 'b1', 'db', 'Ω', '数据', 'e\u0301', 'ß', '(x)', '[2]');
/** Names that are prefixes of each other, with spaces, brackets, hyphens and letters of several scripts. */
const name = fc
  .array(part, { minLength: 1, maxLength: 3 })
  .chain((parts) => fc.constantFrom('-', ' ', '_', '.').map((joint) => parts.join(joint)));

const key = (text: string) => text.normalize('NFC').toLowerCase();

it('any names in any text → exactly those are found', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(name, { selector: key, minLength: 1, maxLength: 12 }),
      fc.array(fc.nat(), { maxLength: 8 }),
      fc.constantFrom('; ', ', ', '\n\n', ' | ', '\t\t', '", "'),
      (names, picks, separator) => {
        const listed = names.map((each, index) => aRow({ id: `ID${index}`, name: each }));
        const chosen = picks.map((pick) => names[pick % names.length] ?? '');
        const { findings } = find(`Hello${separator}${chosen.join(separator)}${separator}`, listed);
        expect(textsOf(findings, 'found')).toEqual([...new Set(chosen)]);
        expect(findings.filter(({ kind }) => kind !== 'found')).toEqual([]);
      },
    ),
  );
});

it('any text → the marks are in order', () => {
  const piece = fc.oneof(hostileText, fc.constantFrom(...rows.map(({ label }) => label), '/', 'id,name\n'));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom(' ', '', '\n', ','), (pieces, joint) => {
      const text = pieces.join(joint);
      const { marks } = find(text);
      const ends = marks.flatMap(({ start, end }) => [start, end]);
      expect(ends).toEqual(ends.toSorted((a, b) => a - b));
      expect(marks.filter(({ start, end }) => start >= end)).toEqual([]);
    }),
  );
});

it('10 000 instances and a text of 100 kB → all are found', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => {
    const id = `${index.toString(16).padStart(8, '0')}-75b4-49bf-9411-4112ead5699c`;
    return aRow({ id, name: `node-${index}` });
  });
  const lines = many.slice(0, 1_400).map(({ name, id }) => `- please delete ${name} (${id})`);
  const text = lines.join('\n');
  const cpuBefore = process.cpuUsage();
  expect(find(text, many).marks).toHaveLength(2_800);
  // Several times what it takes, because other processes slow a machine down. Comparing each name with the text takes minutes.
  expect(process.cpuUsage(cpuBefore).user).toBeLessThan(1_000_000);
});
