// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { findTypingHint, matchesPhrase, useArmed } from '../../src/instances/delete/confirmation.ts';
import { cleanReason, getLastReason, rememberReason } from '../../src/instances/delete/reason.ts';

test.each([
  ['orders-primary', 'orders-primary', true],
  ['  orders-primary\t', 'orders-primary', true],
  ['Orders-primary', 'orders-primary', false],
  ['orders‐primary', 'orders-primary', false],
  ['cafe\u0301', 'caf\u00e9', false],
  ['', '', false],
  [' ', ' ', false],
])('typed %j for %j → %s', (typed, phrase, expected) => expect(matchesPhrase(typed, phrase)).toBe(expected));

test.each([
  ['Orders-Primary', 'orders-primary', /case/],
  ['orders\u200b-primary', 'orders-primary', /Hidden/],
  ['delete ۱۲ in acme', 'delete 12 in acme', /digits 0–9/],
  ['delete 1２ in acme', 'delete 12 in acme', /digits 0–9/],
  ['delete 5,000 in acme', 'delete 5000 in acme', /without separators/],
  ['delete 5\u202f000 in acme', 'delete 5000 in acme', /without separators/],
  ['ordersx', 'orders', null],
  ['', 'orders', null],
  ['orders', 'orders', null],
])('the hint for %j, if %j is asked for', (typed, phrase, hint) => {
  if (hint === null) expect(findTypingHint(typed, phrase)).toBeNull();
  else expect(findTypingHint(typed, phrase)).toMatch(hint);
});

test.each([
  ['  INC-4312 ', 'INC-4312'],
  ['one\r\ntwo\u2028three', 'one two three'],
  ['x'.repeat(400), 'x'.repeat(300)],
  [`${'x'.repeat(299)}😀`, 'x'.repeat(299)],
  ['broken \ud800 pair', 'broken \ufffd pair'],
])('the reason %j becomes one line that a header can carry', (typed, reason) =>
  expect(cleanReason(typed)).toBe(reason),
);

test('the last reason belongs to its session, and an empty one replaces none', () => {
  rememberReason('a', 'INC-1');
  rememberReason('a', '');
  expect([getLastReason('a'), getLastReason('b')]).toEqual(['INC-1', '']);
});

describe('a button that appears where a different one was', () => {
  function renderArmed() {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    return renderHook((isShown: boolean) => useArmed(isShown), { initialProps: false });
  }
  const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  const send = (event: Event) => act(() => void window.dispatchEvent(event));

  it('works after one second', () => {
    const { result, rerender } = renderArmed();
    rerender(true);
    wait(999);
    expect(result.current).toBe(false);
    wait(101);
    expect(result.current).toBe(true);
  });

  it.each([
    ['key', new KeyboardEvent('keydown', { code: 'Enter' }), new KeyboardEvent('keyup', { code: 'Enter' })],
    ['pointer', new Event('pointerdown'), new Event('pointerup')],
  ])('waits for the release of a %s that went down before', (_, down, up) => {
    const { result, rerender } = renderArmed();
    send(down);
    rerender(true);
    wait(5_000);
    expect(result.current).toBe(false);
    send(up);
    expect(result.current).toBe(false);
    wait(250);
    expect(result.current).toBe(true);
    rerender(false);
    expect(result.current).toBe(false);
  });
});
