/**
 * `left`: what was skipped; `tests`: how many were written, whatever number of cases each has.
 * @typedef {{ passed: number, failed: number, left: number, tests: number }} Count
 */

/**
 * Sums up Vitest's JSON report. A file that failed before its first test counts as one failure.
 * @param {unknown} report
 * @returns {Count | null} null where it is no such report
 */
export function countVitest(report) {
  const passed = numberAt(report, 'numPassedTests');
  const failed = numberAt(report, 'numFailedTests');
  if (passed === null || failed === null) return null;
  const broken = listAt(report, 'testResults').filter(
    (file) =>
      valueAt(file, 'status') === 'failed' &&
      !listAt(file, 'assertionResults').some((test) => valueAt(test, 'status') === 'failed'),
  );
  const cases = listAt(report, 'testResults').flatMap((file) =>
    listAt(file, 'assertionResults').map((test) => {
      const line = numberAt(valueAt(test, 'location'), 'line') ?? valueAt(test, 'fullName');
      return { at: `${valueAt(file, 'name')}:${line}`, status: valueAt(test, 'status') };
    }),
  );
  const left = cases.filter(({ status }) => status !== 'passed' && status !== 'failed').length;
  return { passed, failed: failed + broken.length, left, tests: new Set(cases.map(({ at }) => at)).size };
}

/**
 * Sums up Playwright's JSON report. A flaky test is a failed one; an error outside the tests counts as one.
 * @param {unknown} report
 * @returns {Count | null} null where it is no such report
 */
export function countPlaywright(report) {
  const stats = valueAt(report, 'stats');
  const passed = numberAt(stats, 'expected');
  const unexpected = numberAt(stats, 'unexpected');
  if (passed === null || unexpected === null) return null;
  return {
    passed,
    failed: unexpected + (numberAt(stats, 'flaky') ?? 0) + listAt(report, 'errors').length,
    left: numberAt(stats, 'skipped') ?? 0,
    tests: new Set(linesOf(report)).size,
  };
}

/**
 * @param {unknown} suite a Playwright report or a suite in it
 * @returns {string[]} where each of its cases is written
 */
function linesOf(suite) {
  const own = listAt(suite, 'specs').map((spec) => `${valueAt(spec, 'file')}:${valueAt(spec, 'line')}`);
  return [...own, ...listAt(suite, 'suites').flatMap(linesOf)];
}

/**
 * @param {unknown} value
 * @param {string} key
 * @returns {unknown}
 */
function valueAt(value, key) {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/**
 * @param {unknown} value
 * @param {string} key
 */
function numberAt(value, key) {
  const found = valueAt(value, key);
  return typeof found === 'number' ? found : null;
}

/**
 * @param {unknown} value
 * @param {string} key
 * @returns {unknown[]}
 */
function listAt(value, key) {
  const found = valueAt(value, key);
  return Array.isArray(found) ? found : [];
}
