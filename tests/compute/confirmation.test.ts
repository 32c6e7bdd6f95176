import { expect, test } from 'vitest';
import { matchesPhrase, toTypable } from '../../src/compute/DeleteQuestion.tsx';

test.each([
  ['orders-primary', 'orders-primary', true],
  ['  orders-primary\t', 'orders-primary', true],
  ['Orders-primary', 'orders-primary', false],
  ['orders\u2010primary', 'orders-primary', false],
  ['cafe\u0301', 'caf\u00e9', true],
  ['orders\u200b-primary', 'orders-primary', true],
  ['orders primary', 'orders\u00a0primary', true],
  ['orders  primary', 'orders primary', true],
  ['', '', false],
  ['', '\u200b', false],
  ['', '\u3164', false],
])('typed %j for %j → %s', (typed, phrase, expected) => expect(matchesPhrase(typed, phrase)).toBe(expected));

test.each(['orders\u00a0primary', 'a\u2003b', 'x\u200by'])('the copied phrase of %j → matches', (name) => {
  expect(toTypable(name)).toMatch(/^[\x20-\x7e]+$/);
  expect(matchesPhrase(toTypable(name), name)).toBe(true);
});
