/** @typedef {{ passed: number, failed: number }} Count */

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
  return { passed, failed: failed + broken.length };
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
  return { passed, failed: unexpected + (numberAt(stats, 'flaky') ?? 0) + listAt(report, 'errors').length };
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
