import { expect, test } from 'vitest';
import { targetKey } from '../../../src/features/compute/deletion/deletionMarks.ts';
import { stillListedSentence } from '../../../src/features/compute/deletion/outcomes.tsx';
import { instanceKey } from '../../../src/features/compute/instanceRow.ts';
import { leftRows, nextLookMs, stillListedRows } from '../../../src/features/compute/tombstones.ts';

function keysLeft(workspaceSlug: string, databaseName: string, instanceId: string) {
  const target = targetKey({ workspaceSlug, databaseName, instanceId });
  return [...leftRows('acme', new Map([[target, { kind: 'deleted', at: 1 }]])).keys()];
}

test('of two databases with an instance of one id, only the one whose instance left loses its row', () => {
  expect(keysLeft('acme', 'orders', 'a')).toEqual([instanceKey('orders', 'a')]);
});

test('what left another workspace takes no row away', () => {
  expect(keysLeft('beta', 'orders', 'a')).toEqual([]);
});

const minutes = 60_000;
const left = new Map([
  [
    instanceKey('orders', 'a'),
    { kind: 'deleted' as const, at: 5 * minutes, databaseName: 'orders', instanceId: 'a' },
  ],
]);

test.each([
  ['asked for within ten minutes', true, 14, 20, []],
  ['asked for ten minutes later', true, 15, 20, ['a']],
  ['that lacks it', false, 15, 20, []],
  ['asked for in the future, before the clock was set back', true, 25, 20, []],
  ['that nobody has asked for', true, null, 20, []],
])(
  'what has left is shown again by a list that still holds it, ten minutes on: one %s',
  (_, isListed, askedAt, now, shown) => {
    const back = stillListedRows(
      left,
      () => isListed,
      () => askedAt && askedAt * minutes,
      now * minutes,
    );
    expect([...back.values()].map(({ instanceId }) => instanceId)).toEqual(shown);
  },
);

test('a list is asked for once the ten minutes are over, at most every 30 s, and then no more for that', () => {
  const look = (askedAt: number, now: number) => nextLookMs(left, 'orders', askedAt * minutes, now * minutes);
  expect(look(5, 5)).toBe(10 * minutes);
  expect(look(14.9, 14.9)).toBe(30_000);
  expect(look(5, 20)).toBe(1);
  expect(look(15, 20)).toBe(false);
  expect(nextLookMs(left, null, 0, 5 * minutes)).toBe(10 * minutes);
  expect(nextLookMs(left, 'analytics', 0, 5 * minutes)).toBe(false);
});

test.each([
  ['deleted', '2026-03-02T23:30:00Z', 'Still listed; deleted at 23:05 UTC'],
  ['deleted', '2026-03-03T00:06:00Z', 'Still listed; deleted at 2 Mar 2026, 23:05 UTC'],
  ['gone', '2026-03-02T23:30:00Z', 'Still listed; not there at 23:05 UTC'],
  ['accepted', '2026-03-02T23:30:00Z', 'Still listed; deletion accepted at 23:05 UTC'],
] as const)(
  'a row that is back says how it left and when, with the day where that was another one: %s, read at %s',
  (kind, now, says) => {
    const at = Date.parse('2026-03-02T23:05:00Z');
    expect(stillListedSentence({ kind, at }, 'UTC', Date.parse(now))).toBe(says);
  },
);
