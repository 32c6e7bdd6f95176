import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPathValueProblem } from '../../src/api/servicePath.ts';
import { listExportedFields } from '../../src/compute/columns.tsx';
import { parseImport } from '../../src/compute/importInstances.ts';
import { createRecordWriter } from '../../src/ui/exportRecords.ts';
import { aRow, hostileText } from './rowFixtures.ts';

const exportInstances = createRecordWriter(listExportedFields());
const pathValue = hostileText.filter((text) => text.trim() !== '' && findPathValueProblem(text) === null);
const row = fc
  .record({ databaseName: pathValue, id: pathValue, name: fc.option(hostileText) })
  .map((fields) => aRow(fields));
const rowsWithUniqueKeys = fc.uniqueArray(row, { selector: ({ key }) => key, minLength: 1, maxLength: 8 });
const emptyListOptions = { existingKeys: new Set<string>(), defaultDatabase: null, workspaceSlug: 'acme' };

describe('an export of instances', () => {
  it.each(['json', 'csv'] as const)('as %s can be imported without changes', (format) => {
    fc.assert(
      fc.property(rowsWithUniqueKeys, (rows) => {
        const { problem, records } = parseImport(exportInstances[format](rows), emptyListOptions);
        expect(problem).toBeNull();
        expect(records.map(({ instance }) => instance)).toEqual(
          rows.map(({ databaseName, id, name }) => ({ databaseName, id, name: name?.trim() ? name : null })),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('contains every field of a record, and an empty cell for a missing field', () => {
    const record = { apiHost: 'api.x', created: '2025-01-01T00:00:00Z', sharded: false, status: 'READY' };
    const rows = [aRow({ name: '=1+1' }, record), aRow({ id: null })];
    expect(exportInstances.csv(rows)).toBe(
      'database,id,name,status,region,created,apiHost,dbHost,expandable,sharded\r\n' +
        'orders,i-1,"\'=1+1",READY,,2025-01-01T00:00:00Z,api.x,,,false\r\n' +
        'orders,,,,,,,,,\r\n',
    );
    expect(JSON.parse(exportInstances.json(rows))[0]).toMatchObject({
      name: '=1+1',
      dbHost: null,
      sharded: false,
    });
  });
});
