/**
 * A row of the failure matrix. Rows 37 and up come from public bug reports of similar software. `browserDecides`: the browser decides the result, so each cell needs a browser test.
 * `impossibleFor`: operations that can't have this failure.
 * @typedef {{ row: number, failure: string, browserDecides?: true, impossibleFor?: readonly string[] }} MatrixRow
 */
const reads = ['history', 'regions'];

/** @type {readonly string[]} */
const operationNames = ['DELETE', ...reads];

/** @type {readonly MatrixRow[]} */
const matrixRows = [
  { row: 1, failure: 'offline before the click', browserDecides: true },
  { row: 2, failure: 'connection refused, DNS' },
  { row: 3, failure: 'reset on a new socket' },
  { row: 4, failure: 'reset on a reused socket', browserDecides: true },
  { row: 5, failure: 'no response' },
  { row: 6, failure: '200, then reset, short, bad chunk, bad gzip' },
  { row: 7, failure: '200, then a stall' },
  { row: 8, failure: 'truncated JSON in a whole body' },
  { row: 9, failure: '200 as an HTML page' },
  { row: 10, failure: '200 without type, garbage, empty, null' },
  { row: 11, failure: 'extra fields, {}, {ok: false}' },
  { row: 12, failure: 'missing or null fields' },
  { row: 13, failure: 'record of a different workspace', impossibleFor: reads },
  { row: 14, failure: 'numeric or missing id' },
  { row: 15, failure: '202' },
  { row: 16, failure: '204, 205' },
  { row: 17, failure: '3xx, redirect loop' },
  { row: 18, failure: '400, 422' },
  { row: 19, failure: '401', browserDecides: true },
  { row: 20, failure: '20 parallel 401s', browserDecides: true },
  { row: 21, failure: '403' },
  { row: 22, failure: '404, 410, documented or not' },
  { row: 23, failure: '404 after unknown', impossibleFor: reads },
  { row: 24, failure: '405, 421, 425' },
  { row: 25, failure: '408' },
  { row: 26, failure: '409, 412, 423' },
  { row: 27, failure: '429' },
  { row: 28, failure: 'absurd Retry-After' },
  { row: 29, failure: '500, 501, 599' },
  { row: 30, failure: '502, 503, 504 in HTML' },
  { row: 31, failure: 'different statusCode, long messages' },
  { row: 32, failure: '100 000 records, 50 MB, endless body' },
  { row: 33, failure: 'duplicates, invalid dates, nulls' },
  { row: 34, failure: 'path values' },
  { row: 35, failure: 'tab closed, reload, crash', browserDecides: true },
  { row: 36, failure: 'double click, two tabs, second admin', browserDecides: true },
  { row: 37, failure: "404 with a gateway's own JSON" },
  { row: 38, failure: 'part of a list' },
  { row: 39, failure: '21 KB of headers' },
  { row: 40, failure: 'malformed response' },
  { row: 41, failure: 'login page or proxy in front' },
];

/**
 * @typedef {import('./reports.mjs').Result} Result
 * @typedef {{ passed: number, half: number, failed: number, empty: number }} CellCounts
 */

/**
 * Prints how many tests each failure has for each operation. A test title names its cells, for example `[07, 09 history]`.
 * A cell is `failed` if one of its tests failed, and `half` if it needs a browser test and only other tests passed.
 * @param {readonly Result[]} results
 * @param {(line: string) => void} [write]
 * @returns {CellCounts} number of cells by state; in an `empty` cell, no test ran
 */
export function printMatrix(results, write = (line) => process.stdout.write(`${line}\n`)) {
  const cells = groupByCell(results);
  /** @type {CellCounts} */
  const counts = { passed: 0, half: 0, failed: 0, empty: 0 };
  write(`  # ${'failure'.padEnd(44)}${operationNames.map((name) => name.padEnd(9)).join('')}`);
  for (const { row, failure, browserDecides = false, impossibleFor = [] } of matrixRows) {
    const cellTexts = operationNames.map((operation) => {
      if (impossibleFor.includes(operation)) return '–';
      const cellResults = cells.get(`${row} ${operation}`) ?? [];
      const state = getCellState(cellResults, browserDecides);
      counts[state] += 1;
      return `${stateSymbols[state]}${cellResults.length > 0 ? ` ${cellResults.length}` : ''}`;
    });
    write(
      `${String(row).padStart(3)} ${failure.padEnd(44)}${cellTexts.map((text) => text.padEnd(9)).join('')}`.trimEnd(),
    );
  }
  write(
    `matrix: ${counts.passed} cells passed, ${counts.half} without a browser test, ${counts.failed} failed, ${counts.empty} empty`,
  );
  return counts;
}

const stateSymbols = { passed: '✓', half: '◐', failed: '✗', empty: '·' };

/**
 * @param {readonly Result[]} results
 * @param {boolean} browserDecides
 * @returns {keyof CellCounts}
 */
function getCellState(results, browserDecides) {
  if (results.some(({ state }) => state === 'failed')) return 'failed';
  const passedResults = results.filter(({ state }) => state === 'passed');
  if (passedResults.length === 0) return 'empty';
  return browserDecides && !passedResults.some(({ inBrowser }) => inBrowser) ? 'half' : 'passed';
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
