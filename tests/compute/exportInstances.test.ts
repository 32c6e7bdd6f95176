import { expect, it } from 'vitest';
import { formatInstances } from '../../src/compute/exportInstances.ts';
import { aRow } from './fixtures.ts';

const fields = { id: 'i-1', name: '=cmd' };
const record = { status: 'READY', region: 'CLOUDA_EU_CENTRAL_1', created: '2026-01-01', sharded: true };
const row = aRow(fields, { ...fields, ...record });

it('CSV has a header, guards formulas, and prints values as received', () => {
  expect(formatInstances([row])).toBe(
    'id,name,database,status,region,created,apiHost,dbHost,expandable,sharded\r\n' +
      'i-1,"\'=cmd",orders,READY,CLOUDA_EU_CENTRAL_1,2026-01-01,,,,true\r\n',
  );
});
