import { expect, it } from 'vitest';
import { printMatrix } from '../support/failureMatrix.mjs';
import type { Result } from '../support/reports.mjs';

/** Prints the failure matrix for results by test title. `row` returns the cells of a row, by its number. */
function printResults(results: Record<string, Result['state']>, inBrowser = false) {
  const lines: string[] = [];
  const tests = Object.entries(results).map(([name, state]) => ({ name, state, inBrowser }));
  const sum = printMatrix(tests, (line) => lines.push(line));
  const row = (number: number) => lines.find((line) => Number.parseInt(line, 10) === number)?.slice(48);
  return { lines, sum, row };
}

it('the failure matrix has 119 cells, and a test title fills the cells that it names', () => {
  const { lines, row, sum } = printResults({
    '[07 DELETE] a': 'passed',
    'silence [07, 08 history, regions] b': 'passed',
  });
  expect(lines).toHaveLength(43);
  expect(row(7)).toBe('✓ 1      ✓ 1      ✓ 1');
  expect(row(8)).toBe('·        ✓ 1      ✓ 1');
  expect(sum).toEqual({ passed: 5, half: 0, failed: 0, empty: 114 });
});

it('a failed test fails its cell, and a skipped test leaves its cell empty', () => {
  const { row, sum } = printResults({
    '[07 DELETE] a': 'passed',
    '[07 DELETE] b': 'failed',
    '[08 DELETE] c': 'skipped',
  });
  expect(row(7)).toBe('✗ 2      ·        ·');
  expect(row(8)).toBe('· 1      ·        ·');
  expect(sum).toMatchObject({ failed: 1, passed: 0 });
});

it('a unit test alone does not fill a cell that needs a browser test', () => {
  expect(printResults({ '[04 DELETE] a': 'passed' }).row(4)).toBe('◐ 1      ·        ·');
  expect(printResults({ '[04 DELETE] a': 'passed' }, true).row(4)).toBe('✓ 1      ·        ·');
});
