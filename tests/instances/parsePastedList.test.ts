import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isChangedBySpreadsheet, parsePastedList } from '../../src/instances/add/parsePastedList.ts';
import { formatInstances } from '../../src/instances/exportInstances.ts';
import { aRow, hostileText, manyRows } from './rowFixtures.ts';

/** The lines as "database/id/name", "-" for a missing database or name, and problems in brackets. */
function describeLines(text: string): string[] {
  const { lines, problem } = parsePastedList(text, 'acme');
  if (problem !== null) return [problem];
  return lines.map(
    ({ databaseName, id, name, problem: lineProblem }) =>
      `${databaseName ?? '-'}/${id}/${name ?? '-'}${lineProblem === null ? '' : ` [${lineProblem}]`}`,
  );
}

describe('parsePastedList', () => {
  it.each<[string, string, string[]]>([
    ['nothing', ' \n ', []],
    ['one ID', 'i-1', ['-/i-1/-']],
    ['an ID per line', 'i-1\r\ni-2\n\n i-3 ', ['-/i-1/-', '-/i-2/-', '-/i-3/-']],
    [
      'CSV with a header',
      'database,id,name\norders,i-1,first\norders,i-2,',
      ['orders/i-1/first', 'orders/i-2/-'],
    ],
    ['columns in another order and case', 'Instance ID;Name;DATABASE\ni-1;a;orders', ['orders/i-1/a']],
    ['a header without an ID', 'name;database\na;orders', ['orders//a']],
    ['unknown columns', 'id,cost\ni-1,12', ['-/i-1/-']],
    ['TSV without a header', 'orders\ti-1\tfirst', ['orders/i-1/first']],
    ['two columns without a header', 'orders,i-1', ['orders/i-1/-']],
    ['a first line sep=;', 'sep=;\nid;database\ni-1;orders', ['orders/i-1/-']],
    ['a byte-order mark', '\ufeffid\ni-1', ['-/i-1/-']],
    ['quoted cells with commas and line breaks', 'id,name\ni-1,"a, b\nc"', ['-/i-1/a, b\nc']],
    ['old Mac line breaks', 'id\ri-1\ri-2', ['-/i-1/-', '-/i-2/-']],
    ['an apostrophe before a formula', "id,name\n'-i,'=x", ['-/-i/=x']],
    ['too many cells', 'id,name\ni-1,a,b', ['-/i-1/a [This line has more columns than the first.]']],
    ['two columns for the ID', 'id,instance_id\na,b', ['Several columns are called “id”. Keep one of them.']],
    [
      'a different workspace',
      'id,workspace\na,acme\nb,other',
      ['-/a/-', '-/b/- [It belongs to a different workspace.]'],
    ],
    ['a quoted first line sep=;', '"sep=;"\nid;database\ni-1;orders', ['orders/i-1/-']],
    ['a line before the header', 'UTF-8\nid,name\ni-1,a', ['-/i-1/a']],
    ['a JSON array of IDs', '["i-1", "i-2"]', ['-/i-1/-', '-/i-2/-']],
    ['a JSON array of records', '[{"instanceId": "i-1", "database": "orders", "cost": 1}]', ['orders/i-1/-']],
    ['a number as ID in JSON', '[{"id": 12}]', ["-//- [The ID isn't text.]"]],
    ['a JSON object', '{"items": []}', ['Expected a JSON array of instances.']],
    ['broken JSON', '["i-1"', ["This isn't valid JSON."]],
  ])('%s', (_, text, lines) => {
    expect(describeLines(text)).toEqual(lines);
  });

  it('our own CSV export → the same instances', () => {
    const rows = manyRows(30);
    const { lines } = parsePastedList(formatInstances(rows, 'csv'), 'acme');
    expect(lines.map(({ databaseName, id, name }) => ({ databaseName, id, name }))).toEqual(
      rows.map(({ databaseName, id, name }) => ({ databaseName, id, name })),
    );
  });

  it('any text → lines or a sentence, and never an exception', () => {
    fc.assert(
      fc.property(
        fc.array(hostileText).map((parts) => parts.join('\n')),
        (text) => {
          const { lines, problem } = parsePastedList(text, 'acme');
          expect(problem === null || lines.length === 0).toBe(true);
        },
      ),
    );
  });
});

describe('isChangedBySpreadsheet', () => {
  const changed =
    '7.39E+10|7,39E+10|1E5|05. Jan|5-Jan|Jan-05|3. Mär|May 2026|#NAME?|#WERT!|#####|01.02.2026|1/2/26|2026-01-05|' +
    '2026-01-05 00:00:00|TRUE|FALSCH|12%|123456789012345000';
  it.each(changed.split('|'))('%s → changed', (text) => {
    expect(isChangedBySpreadsheet(text)).toBe(true);
  });

  const unchanged =
    'i-1|orders-primary|7c88ad73-75b4-49bf-9411-4112ead5699c|12345|e5|jane-05|marketing-01|#1|2026|a2026-01-05|1e|' +
    `true-north|100|${'x'.repeat(5_000)}`;
  it.each(unchanged.split('|'))('%.40s → as it was', (text) => {
    expect(isChangedBySpreadsheet(text)).toBe(false);
  });
});

describe('formatInstances', () => {
  const row = aRow(
    { id: 'i-1', name: '=cmd' },
    {
      id: 'i-1',
      name: '=cmd',
      status: 'READY',
      region: 'CLOUDA_EU_CENTRAL_1',
      created: '2026-01-01',
      sharded: true,
    },
  );

  it('CSV has a header, guards formulas, and prints values as received', () => {
    expect(formatInstances([row], 'csv')).toBe(
      'id,name,database,status,region,created,apiHost,dbHost,expandable,sharded\r\n' +
        'i-1,"\'=cmd",orders,READY,CLOUDA_EU_CENTRAL_1,2026-01-01,,,,true\r\n',
    );
  });

  it('JSON has the same fields, and null for what is missing', () => {
    expect(JSON.parse(formatInstances([row], 'json'))).toEqual([
      expect.objectContaining({ id: 'i-1', name: '=cmd', database: 'orders', apiHost: null, sharded: true }),
    ]);
  });
});
