// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createLazyCode, useLazyCode } from '../../src/ui/lazyCode.ts';

afterEach(cleanup);

type GetText = () => string;

function createLazyText(fetchCode: () => Promise<GetText>) {
  const lazy = createLazyCode(fetchCode);
  function LazyText() {
    const { code, error } = useLazyCode(lazy);
    return <p>{error?.message ?? code?.() ?? 'loading'}</p>;
  }
  return { lazy, LazyText };
}

test('useLazyCode reports a failed load, retries on demand and keeps loaded code', async () => {
  let fetchCount = 0;
  const { lazy, LazyText } = createLazyText(async () => {
    fetchCount += 1;
    if (fetchCount < 3) throw new Error(`failure ${fetchCount}`);
    return () => 'here';
  });
  const firstRender = render(<LazyText />);
  expect(screen.getByText('loading')).toBeTruthy();
  await screen.findByText('failure 1');
  firstRender.rerender(<LazyText />);
  expect(fetchCount).toBe(1);
  firstRender.unmount();
  render(<LazyText />);
  expect(screen.getByText('loading')).toBeTruthy();
  await screen.findByText('failure 2');
  await act(lazy.load);
  cleanup();
  await lazy.load();
  render(<LazyText />);
  expect(screen.getByText('here')).toBeTruthy();
  expect(fetchCount).toBe(3);
});
