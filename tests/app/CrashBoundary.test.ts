import { expect, it } from 'vitest';
import { isCodeLoadError } from '../../src/app/CrashBoundary.tsx';

it.each([
  [true, 'Failed to fetch dynamically imported module: /assets/a.js'],
  [true, 'Importing a module script failed.'],
  [true, 'error loading dynamically imported module: /a.js'],
  [false, 'n is not a function'],
])('isCodeLoadError returns %s for the error “%s”', (isMissing, message) => {
  expect(isCodeLoadError(new TypeError(message))).toBe(isMissing);
});
