/**
 * One test result. `inBrowser`: true for a result of Playwright.
 * @typedef {{ name: string, state: 'passed' | 'failed' | 'skipped', inBrowser: boolean }} Result
 */

/**
 * Finds every test in the JSON report of Vitest or Playwright. Ignores errors outside the tests, because the exit code of the
 * runner shows them.
 * @param {unknown} report a report or a part of one
 * @returns {Result[]}
 */
export function readResults(report) {
  if (typeof report !== 'object' || report === null) return [];
  if ('fullName' in report && 'status' in report)
    return [{ name: String(report.fullName), state: stateOf(report.status), inBrowser: false }];
  if (!('title' in report && 'tests' in report)) return Object.values(report).flatMap(readResults);
  return [report.tests].flat().map((test) => {
    const status = typeof test === 'object' && test !== null && 'status' in test ? test.status : null;
    return { name: String(report.title), state: stateOf(status), inBrowser: true };
  });
}

/**
 * @param {unknown} status of Vitest or of Playwright, where a flaky test counts as failed
 * @returns {Result['state']}
 */
function stateOf(status) {
  if (status === 'passed' || status === 'expected') return 'passed';
  return status === 'failed' || status === 'unexpected' || status === 'flaky' ? 'failed' : 'skipped';
}
