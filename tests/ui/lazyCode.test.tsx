// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { lazyCode, useLazyCode } from '../../src/ui/lazyCode.ts';

afterEach(cleanup);

type GetText = () => string;

function createLazyText(fetchCode: () => Promise<GetText>) {
  const lazy = lazyCode(fetchCode);
  function LazyText() {
    const { code, error } = useLazyCode(lazy);
    return <p>{error?.message ?? code?.() ?? 'loading'}</p>;
  }
  return { lazy, LazyText };
}

test('reports a failed load, retries only on demand, and renders loaded code at once', async () => {
  let fetched = 0;
  const { lazy, LazyText } = createLazyText(async () => {
    fetched += 1;
    if (fetched < 3) throw new Error(`failure ${fetched}`);
    return () => 'here';
  });
  const first = render(<LazyText />);
  expect(screen.getByText('loading')).toBeTruthy();
  await screen.findByText('failure 1');
  first.rerender(<LazyText />);
  expect(fetched).toBe(1);
  first.unmount();
  render(<LazyText />);
  // The message of the earlier failure isn't shown while the code loads again.
  expect(screen.getByText('loading')).toBeTruthy();
  await screen.findByText('failure 2');
  await act(lazy.load);
  cleanup();
  await lazy.load();
  render(<LazyText />);
  expect(screen.getByText('here')).toBeTruthy();
  expect(fetched).toBe(3);
});
