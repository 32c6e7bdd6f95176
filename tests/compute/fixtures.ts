import fc from 'fast-check';
import { findDoubts, type InstanceRow } from '../../src/compute/instanceRow.ts';
import type { InstanceListQuery } from '../../src/compute/listCheck.ts';
import {
  blankOutcome,
  type Deletion,
  type DeletionStage,
  instanceKey,
  type Outcome,
} from '../../src/rules/deletion.ts';
import { decodeInstance } from '../../src/rules/instanceRecord.ts';

/** A row of the Compute table. `record` is decoded like a record in a response. */
export function aRow(fields: Partial<InstanceRow> = {}, record: object | null = null): InstanceRow {
  const { databaseName = 'orders', id = 'i-1', name = null } = fields;
  const decoded = record === null ? null : decodeInstance(record);
  return {
    ...{
      key: instanceKey({ databaseName, instanceId: id ?? '?' }),
      databaseName,
      id,
      name,
      label: name ?? id ?? '',
    },
    ...{ record: decoded, isAdded: false, seenAt: 0, state: null },
    doubts: findDoubts({ databaseName, record: decoded, isDuplicate: false }, 'Acme'),
    ...{ refusal: null, protection: null, ...fields },
  };
}

/** Texts that spreadsheets, parsers or people can misread. */
const hostileCharacter = fc.constantFrom(...'=+-@\t\r\n\'",; a1"=\u00a0\u202e\ufeff＝e\u0301{[\\/?#%');
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: hostileCharacter, maxLength: 10 }),
);

type Fields = Partial<Omit<Deletion, 'outcome'>> & { outcome?: Partial<Outcome> };

/** Of the instance `i-1` in database `orders`: confirmed and sent at 1, ended at 3. */
export function aDeletion(stage: DeletionStage, { outcome, ...fields }: Fields = {}): Deletion {
  const isOpen = stage === 'waiting' || stage === 'sending';
  const { instanceId = 'i-1' } = fields;
  return {
    ...{ id: `deletion of ${instanceId}`, workspaceSlug: 'acme', databaseName: 'orders', instanceId },
    ...{ name: instanceId, created: null, reason: '', actor: 'jo@example.com', isOwn: true, bulkId: null },
    ...{ stage, confirmedAt: 1, endedAt: isOpen ? null : 3, dismissedAt: null },
    sentAt: stage === 'waiting' || stage === 'not-sent' ? null : 1,
    outcome: isOpen ? null : { ...blankOutcome, retryAt: null, code: stage, ...outcome },
    ...fields,
  };
}

const servedAt = Date.parse('2026-03-02T14:00:00Z');

/** A list that was requested at 5 and that the service sent at 14:00 UTC on 2 March 2026. */
export function aList(databaseName: string | null, ...raw: unknown[]) {
  const items = raw.flatMap((record) => decodeInstance(record) ?? []);
  const times = { servedAt, requestedAt: 5, receivedAt: 6 };
  return { databaseName, list: { items, unreadable: [] as unknown[], isComplete: true, ...times } };
}

export function asQuery({ databaseName, list }: ReturnType<typeof aList>): InstanceListQuery {
  return { databaseName, query: { data: list } } as unknown as InstanceListQuery;
}
