import { matrixRows, operationNames } from './matrixRows.mjs';

/**
 * @typedef {import('./reports.mjs').Result} Result
 * @typedef {{ passed: number, half: number, failed: number, empty: number }} MatrixSum
 */

/**
 * Prints the matrix of failures × operations. Test names fill its cells: `[07 DELETE] …`, `[07 history, regions] …`. A cell
 * passes if all its tests do. It is `half` if a row that the browser decides has no browser test.
 * @param {readonly Result[]} results
 * @param {(line: string) => void} [write] takes a line
 * @returns {MatrixSum} number of cells by state; `empty` cells have no test that ran
 */
export function printMatrix(results, write = (line) => process.stdout.write(`${line}\n`)) {
  const cells = groupByCell(results);
  /** @type {MatrixSum} */
  const sum = { passed: 0, half: 0, failed: 0, empty: 0 };
  write(`  # ${'failure'.padEnd(44)}${operationNames.map((name) => name.padEnd(9)).join('')}`);
  for (const { row, failure, browser = false, without = [] } of matrixRows) {
    const marks = operationNames.map((operation) => {
      if (without.includes(operation)) return '–';
      const cell = cells.get(`${row} ${operation}`) ?? [];
      const state = stateOf(cell, browser);
      sum[state] += 1;
      return `${signs[state]}${cell.length > 0 ? ` ${cell.length}` : ''}`;
    });
    write(
      `${String(row).padStart(3)} ${failure.padEnd(44)}${marks.map((mark) => mark.padEnd(9)).join('')}`.trimEnd(),
    );
  }
  write(
    `matrix: ${sum.passed} cells passed, ${sum.half} below the browser only, ${sum.failed} failed, ${sum.empty} empty`,
  );
  return sum;
}

const signs = { passed: '✓', half: '◐', failed: '✗', empty: '·' };

/**
 * @param {readonly Result[]} results
 * @param {boolean} browserDecides
 * @returns {keyof MatrixSum}
 */
function stateOf(results, browserDecides) {
  if (results.some(({ state }) => state === 'failed')) return 'failed';
  const passed = results.filter(({ state }) => state === 'passed');
  if (passed.length === 0) return 'empty';
  return browserDecides && !passed.some(({ inBrowser }) => inBrowser) ? 'half' : 'passed';
}

/**
 * @param {readonly Result[]} results
 * @returns {Map<string, Result[]>} by `row operation`
 */
function groupByCell(results) {
  /** @type {Map<string, Result[]>} */
  const cells = new Map();
  for (const result of results)
    for (const [, row, operations = ''] of result.name.matchAll(/\[(\d\d) ([\w, ]+)\]/g))
      for (const operation of operations.split(/, ?/)) {
        const key = `${Number(row)} ${operation}`;
        cells.set(key, [...(cells.get(key) ?? []), result]);
      }
  return cells;
}
