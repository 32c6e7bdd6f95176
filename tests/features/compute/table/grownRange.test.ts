import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grownRange } from '../../../../src/features/compute/table/grownRange.ts';

describe('grownRange', () => {
  it.each([
    ['all where there is room', [0, 0], [7, 33], [10, 30], 40, [7, 33]],
    ['after a jump, from the top of what can be seen', [0, 26], [507, 533], [510, 530], 4, [510, 514]],
    ['downwards, those in sight first', [0, 26], [4, 30], [7, 27], 2, [4, 28]],
    ['upwards, those in sight first', [20, 46], [10, 36], [13, 33], 5, [15, 36]],
    ['around those in sight last', [510, 530], [507, 533], [510, 530], 5, [508, 533]],
    ['nothing where there is nothing', [0, 26], [0, 0], [0, 0], 4, [0, 0]],
  ])('draws %s', (_, drawn, wanted, sight, most, next) => {
    expect(grownRange(range(drawn), range(wanted), range(sight), most)).toEqual(range(next));
  });

  it('comes to what is wanted from anywhere, in one piece and with so many rows at a time', () => {
    const aRange = fc.tuple(fc.nat(200), fc.nat(40)).map(([from, rows]) => ({ from, to: from + rows }));
    fc.assert(
      fc.property(aRange, aRange, fc.nat(5), fc.integer({ min: 1, max: 9 }), (drawn, sight, around, most) => {
        const wanted = { from: Math.max(0, sight.from - around), to: sight.to + around };
        let at = drawn;
        const steps = Math.ceil((wanted.to - wanted.from) / most) + 1;
        for (let step = 0; step < steps; step += 1) {
          const next = grownRange(at, wanted, sight, most);
          expect(next.from).toBeGreaterThanOrEqual(wanted.from);
          expect(next.to).toBeLessThanOrEqual(wanted.to);
          const kept = Math.max(0, Math.min(at.to, next.to) - Math.max(at.from, next.from));
          expect(next.to - next.from - kept).toBeLessThanOrEqual(most);
          // No row that is still wanted goes and comes again: a click would lose its button.
          expect(kept).toBe(Math.max(0, Math.min(at.to, wanted.to) - Math.max(at.from, wanted.from)));
          at = next;
        }
        expect(at).toEqual(wanted);
      }),
    );
  });
});

function range([from = 0, to = 0]: number[]) {
  return { from, to };
}
