/**
 * One test result. `inBrowser`: it comes from Playwright.
 * @typedef {{ name: string, state: 'passed' | 'failed' | 'skipped', inBrowser: boolean }} Result
 */

/**
 * Reads the JSON report of Vitest or Playwright. A file that failed before its first test, a flaky test and an error outside
 * the tests count as failures.
 * @param {unknown} report
 * @returns {Result[] | null} null if the runner crashed before it wrote a report
 */
export function readResults(report) {
  if (typeof valueIn(report, 'numPassedTests') === 'number') return readVitest(report);
  if (typeof valueIn(valueIn(report, 'stats'), 'expected') === 'number') return readPlaywright(report);
  return null;
}

/**
 * @param {unknown} report
 * @returns {Result[]}
 */
function readVitest(report) {
  return listIn(report, 'testResults').flatMap((file) => {
    const results = listIn(file, 'assertionResults').map((test) => ({
      name: String(valueIn(test, 'fullName')),
      state: stateOf(valueIn(test, 'status')),
      inBrowser: false,
    }));
    const isBroken = valueIn(file, 'status') === 'failed' && results.every(({ state }) => state !== 'failed');
    return isBroken ? [...results, failure(String(valueIn(file, 'name')), false)] : results;
  });
}

/**
 * @param {unknown} report
 * @returns {Result[]}
 */
function readPlaywright(report) {
  const errors = listIn(report, 'errors').map((error) => failure(String(valueIn(error, 'message')), true));
  return [...specsOf(report), ...errors];
}

/**
 * @param {unknown} suite a report or a suite in it
 * @returns {Result[]}
 */
function specsOf(suite) {
  const results = listIn(suite, 'specs').flatMap((spec) =>
    listIn(spec, 'tests').map((test) => ({
      name: String(valueIn(spec, 'title')),
      state: stateOf(valueIn(test, 'status')),
      inBrowser: true,
    })),
  );
  return [...results, ...listIn(suite, 'suites').flatMap(specsOf)];
}

/**
 * @param {unknown} status of Vitest or of Playwright
 * @returns {Result['state']}
 */
function stateOf(status) {
  if (status === 'passed' || status === 'expected') return 'passed';
  return status === 'failed' || status === 'unexpected' || status === 'flaky' ? 'failed' : 'skipped';
}

/**
 * @param {string} name
 * @param {boolean} inBrowser
 * @returns {Result}
 */
function failure(name, inBrowser) {
  return { name, state: 'failed', inBrowser };
}

/**
 * @param {unknown} from
 * @param {string} key
 * @returns {unknown}
 */
function valueIn(from, key) {
  return typeof from === 'object' && from !== null ? Reflect.get(from, key) : undefined;
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
