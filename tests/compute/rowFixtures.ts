import fc from 'fast-check';
import { decodeInstance } from '../../src/api/instanceRecord.ts';
import { instanceKey } from '../../src/deletion/deletion.ts';
import type { InstanceRow } from '../../src/deletion/instanceRow.ts';

/** A row of the Compute table. `record` is decoded like a record in a response. */
export function aRow(fields: Partial<InstanceRow> = {}, record: object | null = null): InstanceRow {
  const { databaseName = 'orders', id = 'i-1', name = null } = fields;
  return {
    key: instanceKey(databaseName, id ?? '?'),
    databaseName,
    id,
    name,
    label: name ?? id ?? '',
    record: record === null ? null : decodeInstance(record),
    source: 'listed',
    isDuplicate: false,
    seenAt: 0,
    ...fields,
  };
}

/** Rows of a large workspace: few databases, many hosts, UUIDs and some missing values. */
export function manyRows(count: number): InstanceRow[] {
  return Array.from({ length: count }, (_, index) => {
    const databaseName = databases[index % databases.length] ?? 'orders';
    const name = `${databaseName}-${roles[hash(index) % roles.length]}-${index}`;
    const host = `${name}.${databaseName}.acme.clouda-us-west-2.example`;
    const id = `${hex(index)}-${hex(index + 1).slice(0, 4)}-4aaa-9bbb-${hex(index + 2)}abcd`;
    const created = new Date(1.7e12 - (hash(index) % 9e7) * 1000).toISOString();
    const hosts = index % 24 === 5 ? {} : { apiHost: `api.${host}`, dbHost: `db.${host}` };
    return aRow({ databaseName, id, name }, { id, name, created, status: 'READY', ...hosts });
  });
}

/** Texts that spreadsheets, parsers or people can misread. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom(...'=+-@\t\r\n\'",; a1"=\u00a0\u202e\ufeff＝e\u0301{[\\/?#%'),
    maxLength: 10,
  }),
);

const databases = ['orders', 'analytics', 'identity'];
const roles = 'primary replica reports staging exports search archive preview sessions billing'.split(' ');

function hash(value: number): number {
  const firstMix = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  const secondMix = Math.imul(firstMix ^ (firstMix >>> 16), 0x45d9f3b);
  return (secondMix ^ (secondMix >>> 16)) >>> 0;
}

function hex(value: number): string {
  return hash(value).toString(16).padStart(8, '0');
}
