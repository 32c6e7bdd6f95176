import { describe, expect, it } from 'vitest';
import { countPlaywright, countVitest } from '../support/countReports.mjs';

describe('the sum of the runners', () => {
  it('counts a test file that never got to its tests as a failure', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ];
    expect(countVitest({ numPassedTests: 2, numFailedTests: 1, testResults })).toEqual({
      passed: 2,
      failed: 2,
    });
  });

  it('counts a flaky browser test and an error outside the tests as failures', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 1 };
    expect(countPlaywright({ stats, errors: [{ message: 'no tests found' }] })).toEqual({
      passed: 5,
      failed: 4,
    });
  });

  it.each([null, {}, [], 'crashed', { stats: {} }])('takes %j for the report of a crash', (report) => {
    expect(countVitest(report)).toBeNull();
    expect(countPlaywright(report)).toBeNull();
  });
});
