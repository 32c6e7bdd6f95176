import { expect, it } from 'vitest';
import { printMatrix } from '../support/failureMatrix.mjs';
import type { Result } from '../support/reports.mjs';

/** Prints the matrix for tests with these names. Returns its lines, its sum, and a function that returns the cells of a row. */
function print(tests: Record<string, Result['state']>, inBrowser = false) {
  const lines: string[] = [];
  const results = Object.entries(tests).map(([name, state]) => ({ name, state, inBrowser }));
  const sum = printMatrix(results, (line) => lines.push(line));
  const row = (number: number) => lines.find((line) => Number.parseInt(line, 10) === number)?.slice(48);
  return { lines, sum, row };
}

it('the failure matrix has 36 rows and 104 cells, all empty without results', () => {
  const { lines, sum } = print({});
  expect(lines).toHaveLength(38);
  expect(sum).toEqual({ passed: 0, half: 0, failed: 0, empty: 104 });
});

it('the failure matrix fills each cell that a test name contains', () => {
  const { row, sum } = print({ '[07 DELETE] a': 'passed', 'silence [07, 08 history, regions] b': 'passed' });
  expect(row(7)).toBe('✓ 1      ✓ 1      ✓ 1');
  expect(row(8)).toBe('·        ✓ 1      ✓ 1');
  expect(sum.passed).toBe(5);
});

it('a failed test fails its cell, and a skipped one leaves it empty', () => {
  const { row, sum } = print({
    '[07 DELETE] a': 'passed',
    '[07 DELETE] b': 'failed',
    '[08 DELETE] c': 'skipped',
  });
  expect(row(7)).toBe('✗ 2      ·        ·');
  expect(row(8)).toBe('· 1      ·        ·');
  expect(sum).toMatchObject({ failed: 1, passed: 0 });
});

it('a cell that the browser decides is half filled without a browser test', () => {
  expect(print({ '[04 DELETE] a': 'passed' }).row(4)).toBe('◐ 1      ·        ·');
  expect(print({ '[04 DELETE] a': 'passed' }, true).row(4)).toBe('✓ 1      ·        ·');
  expect(print({ '[04 DELETE] a': 'failed' }, true).row(4)).toBe('✗ 1      ·        ·');
});
