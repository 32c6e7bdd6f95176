import { expect, it } from 'vitest';
import { isMissingCode } from '../../src/app/ErrorBoundary.tsx';

it.each([
  ['Failed to fetch dynamically imported module: /assets/a.js', true],
  ['Importing a module script failed.', true],
  ['error loading dynamically imported module: /a.js', true],
  ['n is not a function', false],
])('isMissingCode is given “%s” and returns %s', (message, isMissing) => {
  expect(isMissingCode(new TypeError(message))).toBe(isMissing);
});
