import { matrixRows, operationNames } from './matrixRows.mjs';

/**
 * @typedef {{ name: string, state: 'passed' | 'failed' | 'skipped', browser: boolean }} NamedResult
 * @typedef {{ passed: number, half: number, failed: number, empty: number }} MatrixSum
 */

/**
 * Prints the matrix of faults × operations, filled from the names of tests: `[07 DELETE] …`, `[07 history, regions] …`.
 * A cell has passed if all its tests have; `half` if only tests below the browser speak for a row the browser decides.
 * @param {readonly unknown[]} reports parsed JSON reports of Vitest or Playwright, in any number and order
 * @param {(line: string) => void} [write] takes a line
 * @returns {MatrixSum} cells by result; `empty` ones have no test that ran
 */
export function printMatrix(reports, write = (line) => process.stdout.write(`${line}\n`)) {
  const cells = cellsOf(reports.flatMap(resultsOf));
  /** @type {MatrixSum} */
  const sum = { passed: 0, half: 0, failed: 0, empty: 0 };
  write(`  # ${'fault'.padEnd(44)}${operationNames.map((name) => name.padEnd(9)).join('')}`);
  for (const { row, fault, browser = false, without = [] } of matrixRows) {
    const marks = operationNames.map((operation) => {
      if (without.includes(operation)) return '–';
      const results = cells.get(`${row} ${operation}`) ?? [];
      const state = stateOf(results, browser);
      sum[state] += 1;
      return `${signs[state]}${results.length > 0 ? ` ${results.length}` : ''}`;
    });
    write(
      `${String(row).padStart(3)} ${fault.padEnd(44)}${marks.map((mark) => mark.padEnd(9)).join('')}`.trimEnd(),
    );
  }
  write(
    `matrix: ${sum.passed} cells passed, ${sum.half} below the browser only, ${sum.failed} failed, ${sum.empty} empty`,
  );
  return sum;
}

const signs = { passed: '✓', half: '◐', failed: '✗', empty: '·' };

/**
 * @param {readonly NamedResult[]} results
 * @param {boolean} browserDecides
 * @returns {keyof MatrixSum}
 */
function stateOf(results, browserDecides) {
  if (results.some((result) => result.state === 'failed')) return 'failed';
  const passed = results.filter((result) => result.state === 'passed');
  if (passed.length === 0) return 'empty';
  return browserDecides && !passed.some((result) => result.browser) ? 'half' : 'passed';
}

/**
 * @param {readonly NamedResult[]} results
 * @returns {Map<string, NamedResult[]>} by `row operation`
 */
function cellsOf(results) {
  /** @type {Map<string, NamedResult[]>} */
  const cells = new Map();
  for (const result of results)
    for (const [, row, operations = ''] of result.name.matchAll(/\[(\d\d) ([\w, ]+)\]/g))
      for (const operation of operations.split(/, ?/)) {
        const key = `${Number(row)} ${operation}`;
        cells.set(key, [...(cells.get(key) ?? []), result]);
      }
  return cells;
}

/**
 * @param {unknown} report
 * @returns {NamedResult[]}
 */
function resultsOf(report) {
  const vitest = listIn(report, 'testResults').flatMap((file) => listIn(file, 'assertionResults'));
  return [
    ...vitest.map((test) => named(textIn(test, 'fullName'), textIn(test, 'status'), false)),
    ...specsOf(report),
  ];
}

/**
 * @param {unknown} suite a Playwright report or a suite in it
 * @returns {NamedResult[]}
 */
function specsOf(suite) {
  const own = listIn(suite, 'specs').map((spec) => {
    const ran = listIn(spec, 'tests').map((test) => textIn(test, 'status'));
    const state = ran.every((status) => status === 'skipped')
      ? 'skipped'
      : hasTrue(spec, 'ok')
        ? 'passed'
        : 'failed';
    return named(textIn(spec, 'title'), state, true);
  });
  return [...own, ...listIn(suite, 'suites').flatMap(specsOf)];
}

/**
 * @param {string} name
 * @param {string} status
 * @param {boolean} browser
 * @returns {NamedResult}
 */
function named(name, status, browser) {
  if (status === 'passed' || status === 'failed') return { name, state: status, browser };
  return { name, state: 'skipped', browser };
}

/**
 * @param {unknown} from
 * @param {string} key
 * @returns {unknown}
 */
function valueIn(from, key) {
  return typeof from === 'object' && from !== null ? new Map(Object.entries(from)).get(key) : undefined;
}

/**
 * @param {unknown} from
 * @param {string} key
 * @returns {unknown[]}
 */
function listIn(from, key) {
  const value = valueIn(from, key);
  return Array.isArray(value) ? value : [];
}

/**
 * @param {unknown} from
 * @param {string} key
 */
function textIn(from, key) {
  const value = valueIn(from, key);
  return typeof value === 'string' ? value : '';
}

/**
 * @param {unknown} from
 * @param {string} key
 */
function hasTrue(from, key) {
  return valueIn(from, key) === true;
}
