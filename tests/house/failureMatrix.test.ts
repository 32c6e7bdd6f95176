import { expect, it } from 'vitest';
import { printMatrix } from '../support/failureMatrix.mjs';
import type { Result } from '../support/reports.mjs';

/** Prints the matrix for test results by title. Returns its lines, its sum, and a function that returns the cells of a row. */
function print(results: Record<string, Result['state']>, inBrowser = false) {
  const lines: string[] = [];
  const tests = Object.entries(results).map(([name, state]) => ({ name, state, inBrowser }));
  const sum = printMatrix(tests, (line) => lines.push(line));
  const row = (number: number) => lines.find((line) => Number.parseInt(line, 10) === number)?.slice(48);
  return { lines, sum, row };
}

it('the failure matrix has 36 rows and 104 cells, and a title fills the cells that it names', () => {
  const { lines, row, sum } = print({
    '[07 DELETE] a': 'passed',
    'silence [07, 08 history, regions] b': 'passed',
  });
  expect(lines).toHaveLength(38);
  expect(row(7)).toBe('✓ 1      ✓ 1      ✓ 1');
  expect(row(8)).toBe('·        ✓ 1      ✓ 1');
  expect(sum).toEqual({ passed: 5, half: 0, failed: 0, empty: 99 });
});

it('a failed test fails its cell, and a skipped test leaves its cell empty', () => {
  const { row, sum } = print({
    '[07 DELETE] a': 'passed',
    '[07 DELETE] b': 'failed',
    '[08 DELETE] c': 'skipped',
  });
  expect(row(7)).toBe('✗ 2      ·        ·');
  expect(row(8)).toBe('· 1      ·        ·');
  expect(sum).toMatchObject({ failed: 1, passed: 0 });
});

it('a cell that needs a browser test is half filled with only a unit test', () => {
  expect(print({ '[04 DELETE] a': 'passed' }).row(4)).toBe('◐ 1      ·        ·');
  expect(print({ '[04 DELETE] a': 'passed' }, true).row(4)).toBe('✓ 1      ·        ·');
});
