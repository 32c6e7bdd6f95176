/**
 * A row of the failure matrix. `browser`: the browser decides the result, so a unit test alone fills only half of a cell.
 * `without`: operations that can't have this failure.
 * @typedef {{ row: number, failure: string, browser?: true, without?: readonly string[] }} MatrixRow
 */
const reads = ['history', 'regions'];

/** @type {readonly string[]} */
const operationNames = ['DELETE', ...reads];

/** @type {readonly MatrixRow[]} */
const matrixRows = [
  { row: 1, failure: 'offline before the click', browser: true },
  { row: 2, failure: 'connection refused, DNS' },
  { row: 3, failure: 'reset on a new socket' },
  { row: 4, failure: 'reset on a reused socket', browser: true },
  { row: 5, failure: 'no response' },
  { row: 6, failure: '200, then reset, short, bad chunk, bad gzip' },
  { row: 7, failure: '200, then a stall' },
  { row: 8, failure: 'truncated JSON in a whole body' },
  { row: 9, failure: '200 text/html' },
  { row: 10, failure: '200 without type, garbage, empty, null' },
  { row: 11, failure: 'extra fields, {}, {ok: false}' },
  { row: 12, failure: 'missing or null fields' },
  { row: 13, failure: 'record of another workspace', without: reads },
  { row: 14, failure: 'numeric or missing id' },
  { row: 15, failure: '202' },
  { row: 16, failure: '204, 205' },
  { row: 17, failure: '3xx, redirect loop' },
  { row: 18, failure: '400, 422' },
  { row: 19, failure: '401', browser: true },
  { row: 20, failure: '20 parallel 401s', browser: true },
  { row: 21, failure: '403' },
  { row: 22, failure: '404, 410' },
  { row: 23, failure: '404 after unknown', without: reads },
  { row: 24, failure: '405, 421, 425' },
  { row: 25, failure: '408' },
  { row: 26, failure: '409, 412, 423' },
  { row: 27, failure: '429' },
  { row: 28, failure: 'absurd Retry-After' },
  { row: 29, failure: '500, 501, 599' },
  { row: 30, failure: '502, 503, 504 in HTML' },
  { row: 31, failure: 'other statusCode, long messages' },
  { row: 32, failure: '100 000 records, 50 MB, endless body' },
  { row: 33, failure: 'duplicates, invalid dates, nulls' },
  { row: 34, failure: 'path values' },
  { row: 35, failure: 'tab closed, reload, crash', browser: true },
  { row: 36, failure: 'double click, two tabs, second admin', browser: true },
];

/**
 * @typedef {import('./reports.mjs').Result} Result
 * @typedef {{ passed: number, half: number, failed: number, empty: number }} MatrixSum
 */

/**
 * Prints the matrix of failures × operations. The names of tests fill the cells: `[07 DELETE] …`, `[07, 09 history, regions]
 * …`. A cell passes if a test passes and no test fails. A cell of a `browser` row without a passed browser test is `half`.
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
    `matrix: ${sum.passed} cells passed, ${sum.half} without a browser test, ${sum.failed} failed, ${sum.empty} empty`,
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
    for (const [, rows = '', operations = ''] of result.name.matchAll(/\[(\d\d(?:, \d\d)*) ([a-zA-Z, ]+)\]/g))
      for (const row of rows.split(', '))
        for (const operation of operations.split(', ')) {
          const key = `${Number(row)} ${operation}`;
          cells.set(key, [...(cells.get(key) ?? []), result]);
        }
  return cells;
}
