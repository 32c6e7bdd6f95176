import { expect, it } from 'vitest';
import { decodeInstance } from '../../src/rules/instanceRecord.ts';

it('decodeInstance reads the documented record and the public variant alike', () => {
  const identity = { id: 'i', name: 'n', status: 'READY' };
  const otherFields = { apiHost: 'a', sharded: true, workspace: { slug: 'acme' }, created: '2026-01-01' };
  const documentedInstance = decodeInstance({ ...identity, ...otherFields });
  const database = { id: 'db', status: 'BUILT', ...otherFields };
  const variant = decodeInstance({ instanceId: 'i', instanceName: 'n', status: 'READY', database });
  expect({ ...variant, raw: null }).toEqual({ ...documentedInstance, raw: null });
  expect(documentedInstance).toMatchObject({ ...identity, sharded: true, workspace: { slug: 'acme' } });
});

const unnamed = { id: 'i', name: null, status: null };
const named = { ...unnamed, name: 'n' };
it.each([
  // The nested database belongs to the public variant.
  [{ id: 'i', database: { name: 'n', status: 'BUILT' } }, unnamed],
  // A later instance with this ID differs.
  [{ id: 'i', created: 1_764_151_200_000 }, { created: '1764151200000' }],
  [{ id: 'i', name: 'n', instanceId: null }, named],
])('decodeInstance reads %j as %j', (raw, fields) => expect(decodeInstance(raw)).toMatchObject(fields));
