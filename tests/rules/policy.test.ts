import { expect, it } from 'vitest';
import { findProtectedPattern } from '../../src/rules/policy.ts';

it.each([
  ['identity', 'IDENTITY', true],
  ['prod-*', 'prod-1', true],
  ['prod-*', 'preprod-1', false],
  ['*-primary', 'orders-primary-2', false],
  ['a*bb*b*c', 'abbc', false],
  ['ab*ba', 'aba', false],
  ['*', '', true],
  [`${'*a'.repeat(9)}*b`, 'a'.repeat(512), false],
  ['a.c', 'abc', false],
  ['STRASSE*', 'straße-1', true],
  ['ΑΣ*', 'ασδ', true],
  ['cafe\u0301', 'CAFÉ', true],
  ['k8s', '\u212A8s', true],
  ['prod-*', ' pr\u200bod-1', true],
])('findProtectedPattern the pattern %j and the value %j → %j', (pattern, value, isMatch) => {
  expect(findProtectedPattern([pattern], [value])).toBe(isMatch ? pattern : null);
});
