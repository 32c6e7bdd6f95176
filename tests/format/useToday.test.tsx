// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { formatRelativeDay, useToday } from '../../src/format/time.ts';

it('a page that stays open over midnight → what was today is yesterday', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 24, 23, 59, 58) });
  onTestFinished(() => {
    cleanup();
    vi.useRealTimers();
  });
  const deletedAt = Date.now() - 60_000;
  let renderCount = 0;
  function Day() {
    renderCount += 1;
    return formatRelativeDay(deletedAt, useToday());
  }
  const { container } = render(<Day />);
  act(() => void vi.advanceTimersByTime(1_000));
  expect([container.textContent, renderCount]).toEqual(['Today', 1]);
  act(() => void vi.advanceTimersByTime(1_500));
  expect(container.textContent).toBe('Yesterday');
});
