import { describe, expect, it } from 'vitest';
import { printMatrix } from '../support/printMatrix.mjs';
import type { Result } from '../support/reports.mjs';

function print(...results: Result[]) {
  const lines: string[] = [];
  const sum = printMatrix(results, (line) => lines.push(line));
  const row = (number: number) =>
    lines.find((line) => line.startsWith(`${String(number).padStart(3)} `))?.slice(48);
  return { lines, sum, row };
}

const below = (name: string, state: Result['state'] = 'passed') => ({ name, state, inBrowser: false });
const inBrowser = (name: string, state: Result['state'] = 'passed') => ({ name, state, inBrowser: true });

describe('printMatrix', () => {
  it('has 36 rows and 104 cells, all empty without results', () => {
    const { lines, sum } = print();
    expect(lines).toHaveLength(38);
    expect(sum).toEqual({ passed: 0, half: 0, failed: 0, empty: 104 });
  });

  it('fills each cell that a test name contains', () => {
    const { row, sum } = print(below('[07 DELETE] a'), below('silence [07 history, regions] b'));
    expect(row(7)).toBe('✓ 1      ✓ 1      ✓ 1');
    expect(sum.passed).toBe(3);
  });

  it('fails a cell with a failed test and leaves a cell of skipped tests empty', () => {
    const { row, sum } = print(
      below('[07 DELETE] a'),
      below('[07 DELETE] b', 'failed'),
      below('[08 DELETE] c', 'skipped'),
    );
    expect(row(7)).toBe('✗ 2      ·        ·');
    expect(row(8)).toBe('· 1      ·        ·');
    expect(sum).toMatchObject({ failed: 1, passed: 0 });
  });

  it('marks a cell that the browser decides as half filled without a browser test', () => {
    const unit = below('[04 DELETE] a');
    expect(print(unit).row(4)).toBe('◐ 1      ·        ·');
    expect(print(unit, inBrowser('[04 DELETE] b')).row(4)).toBe('✓ 2      ·        ·');
    expect(print(unit, inBrowser('[04 DELETE] b', 'failed')).row(4)).toBe('✗ 2      ·        ·');
  });
});
