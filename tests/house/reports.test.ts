import { expect, it } from 'vitest';
import { readResults } from '../support/reports.mjs';

it('readResults finds every test of a Vitest report', () => {
  const tests = ['passed', 'failed', 'skipped', 'todo'].map((status) => ({
    fullName: `a ${status}`,
    status,
  }));
  const report = { numPassedTests: 1, testResults: [{ status: 'failed', assertionResults: tests }] };
  expect(readResults(report)).toEqual([
    { name: 'a passed', state: 'passed', inBrowser: false },
    { name: 'a failed', state: 'failed', inBrowser: false },
    { name: 'a skipped', state: 'skipped', inBrowser: false },
    { name: 'a todo', state: 'skipped', inBrowser: false },
  ]);
});

it('readResults finds every test of a Playwright report', () => {
  const tests = ['expected', 'unexpected', 'flaky', 'skipped'].map((status) => ({ status, results: [] }));
  const report = { suites: [{ title: 'file', specs: [], suites: [{ specs: [{ title: 'a', tests }] }] }] };
  const states = ['passed', 'failed', 'failed', 'skipped'];
  expect(readResults(report)).toEqual(states.map((state) => ({ name: 'a', state, inBrowser: true })));
});
