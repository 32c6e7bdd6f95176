import { describe, expect, it } from 'vitest';
import { countPlaywright, countVitest } from '../support/countReports.mjs';

describe('the sum of the runners', () => {
  it('counts a test file that never got to its tests as a failure', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ];
    expect(countVitest({ numPassedTests: 2, numFailedTests: 1, testResults })).toMatchObject({
      passed: 2,
      failed: 2,
    });
  });

  it('counts a flaky browser test and an error outside the tests as failures', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 1 };
    expect(countPlaywright({ stats, errors: [{ message: 'no tests found' }] })).toMatchObject({
      passed: 5,
      failed: 4,
    });
  });

  it('counts what was skipped or is still to be written as left out', () => {
    const assertionResults = [{ status: 'passed' }, { status: 'skipped' }, { status: 'todo' }];
    const testResults = [{ status: 'passed', assertionResults }];
    expect(countVitest({ numPassedTests: 1, numFailedTests: 0, testResults })).toMatchObject({ left: 2 });
    expect(countPlaywright({ stats: { expected: 1, unexpected: 0, skipped: 3 } })).toMatchObject({ left: 3 });
  });

  it('counts a test once, however many cases it has', () => {
    const cases = [{ line: 4 }, { line: 4 }, { line: 9 }];
    const assertionResults = cases.map((location) => ({ status: 'passed', location }));
    const testResults = [{ name: 'a.test.ts', status: 'passed', assertionResults }];
    expect(countVitest({ numPassedTests: 3, numFailedTests: 0, testResults })).toMatchObject({ tests: 2 });
    const specs = cases.map(({ line }) => ({ file: 'a.spec.ts', line }));
    const stats = { expected: 3, unexpected: 0 };
    expect(countPlaywright({ stats, suites: [{ suites: [{ specs }] }] })).toMatchObject({
      tests: 2,
      passed: 3,
    });
  });

  it.each([null, {}, [], 'crashed', { stats: {} }])('takes %j for the report of a crash', (report) => {
    expect(countVitest(report)).toBeNull();
    expect(countPlaywright(report)).toBeNull();
  });
});
