import { describe, expect, it } from 'vitest';
import { readResults } from '../support/reports.mjs';

const statesIn = (report: unknown) => readResults(report)?.map(({ state }) => state);

describe('readResults', () => {
  it('counts a test file that failed before its first test as a failure', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ];
    expect(statesIn({ numPassedTests: 2, testResults })).toEqual(['failed', 'passed', 'failed', 'passed']);
  });

  it('counts a flaky browser test and an error outside the tests as failures', () => {
    const specs = [
      { title: 'a', tests: [{ status: 'expected' }, { status: 'flaky' }, { status: 'unexpected' }] },
    ];
    const report = {
      stats: { expected: 1 },
      suites: [{ suites: [{ specs }] }],
      errors: [{ message: 'no tests' }],
    };
    expect(statesIn(report)).toEqual(['passed', 'failed', 'failed', 'failed']);
  });

  it('counts skipped and unwritten tests as skipped', () => {
    const assertionResults = [{ status: 'passed' }, { status: 'skipped' }, { status: 'todo' }];
    const vitest = { numPassedTests: 1, testResults: [{ status: 'passed', assertionResults }] };
    expect(statesIn(vitest)).toEqual(['passed', 'skipped', 'skipped']);
    const specs = [{ title: 'a', tests: [{ status: 'skipped' }] }];
    expect(statesIn({ stats: { expected: 0 }, suites: [{ specs }] })).toEqual(['skipped']);
  });

  it.each([null, {}, [], 'crashed', { stats: {} }])('returns null for the broken report %j', (report) => {
    expect(readResults(report)).toBeNull();
  });
});
