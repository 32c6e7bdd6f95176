import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathValueProblem } from '../../src/api/servicePath.ts';
import { parseImport } from '../../src/features/compute/add/importInstances.ts';
import { instanceKey } from '../../src/features/compute/instanceRow.ts';

const existing = instanceKey('orders', 'i-1');
const options = { existingKeys: new Set([existing]), defaultDatabase: null, workspaceSlug: 'acme' };

const value = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, 'orders', 'i-1', '..', ' '),
);
const record = fc.record(
  { database: value, id: value, name: value, workspace: fc.record({ slug: value }), deleted: value },
  { requiredKeys: [] },
);
const cell = fc.oneof(fc.string(), fc.constantFrom('"', ';', '\t', '=1+1', 'orders', 'i-1', ''));
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.json(),
  fc.array(fc.oneof(record, fc.jsonValue()), { maxLength: 8 }).map((list) => JSON.stringify(list)),
  fc.array(record, { maxLength: 8 }).map((list) => list.map((one) => JSON.stringify(one)).join('\n')),
  fc
    .array(fc.array(cell, { maxLength: 5 }), { maxLength: 8 })
    .map((lines) => ['database,id,name', ...lines.map((cells) => cells.join(','))].join('\n')),
);

describe('parseImport with any text', () => {
  it('adds each instance with a valid path once, and gives a reason for all others', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { problem, lines } = parseImport(text, options);
        if (lines.length === 0) expect(problem).toMatch(/\.$/);
        const added = lines.flatMap((line) => (line.kind === 'new' ? [line.instance] : []));
        for (const { databaseName, id } of added)
          expect([pathValueProblem(databaseName), pathValueProblem(id)]).toEqual([null, null]);
        const keys = added.map(({ databaseName, id }) => instanceKey(databaseName, id));
        expect(new Set(keys).size).toBe(keys.length);
        expect(keys).not.toContain(existing);
        for (const { kind, reason } of lines) expect(reason === null).toBe(kind === 'new');
      }),
      { numRuns: 2_000 },
    );
  });

  it('returns one line for each record of a list', () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 20 }), (list) => {
        const { lines } = parseImport(JSON.stringify(list), options);
        expect(lines.map(({ line }) => line)).toEqual(list.map((_, place) => place + 1));
      }),
    );
  });
});
