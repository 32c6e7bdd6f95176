import fc from 'fast-check';
import { findDoubts, type InstanceRow } from '../../src/instances/instanceRow.ts';
import { instanceKey } from '../../src/rules/deletion.ts';
import { decodeInstance } from '../../src/rules/instanceRecord.ts';

/** A row of the Compute table. `record` is decoded like a record in a response. */
export function aRow(fields: Partial<InstanceRow> = {}, record: object | null = null): InstanceRow {
  const { databaseName = 'orders', id = 'i-1', name = null } = fields;
  const decoded = record === null ? null : decodeInstance(record);
  return {
    key: instanceKey(databaseName, id ?? '?'),
    databaseName,
    id,
    name,
    label: name ?? id ?? '',
    record: decoded,
    doubts: findDoubts({ databaseName, record: decoded, isDuplicate: false }, 'Acme'),
    lookAlike: null,
    isAdded: false,
    seenAt: 0,
    state: null,
    refusal: null,
    protection: null,
    ...fields,
  };
}

/** Rows of three databases with UUIDs. */
export function manyRows(count: number): InstanceRow[] {
  return Array.from({ length: count }, (_, index) => {
    const databaseName = ['orders', 'analytics', 'identity'][index % 3] ?? '';
    const id = `${index.toString(16).padStart(8, '0')}-75b4-49bf-9411-4112ead5699c`;
    return aRow({ databaseName, id, name: `${databaseName}-${index}` });
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
