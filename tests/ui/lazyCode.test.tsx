// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { lazyCode, useLazyCode } from '../../src/ui/lazyCode.ts';

afterEach(cleanup);

type Words = () => string;

function drawn(fetchCode: () => Promise<Words>) {
  const lazy = lazyCode(fetchCode);
  function Place() {
    const { code, error } = useLazyCode(lazy);
    return <p>{error?.message ?? code?.() ?? 'loading'}</p>;
  }
  return { lazy, Place };
}

test('renders loaded code immediately and loads it once', async () => {
  let fetched = 0;
  const { lazy, Place } = drawn(async () => {
    fetched += 1;
    return () => 'here';
  });
  await Promise.all([lazy.load(), lazy.load()]);
  render(<Place />);
  expect(screen.getByText('here')).toBeTruthy();
  expect(fetched).toBe(1);
});

test('reports a failed load, does not retry by itself, and loads on the next request', async () => {
  let fetched = 0;
  const { lazy, Place } = drawn(async () => {
    fetched += 1;
    if (fetched < 3) throw new Error(`failure ${fetched}`);
    return () => 'here';
  });
  const first = render(<Place />);
  expect(screen.getByText('loading')).toBeTruthy();
  await screen.findByText('failure 1');
  first.rerender(<Place />);
  expect(fetched).toBe(1);
  first.unmount();
  render(<Place />);
  // The earlier failure isn't shown while the code loads again.
  expect(screen.getByText('loading')).toBeTruthy();
  await screen.findByText('failure 2');
  await act(lazy.load);
  expect(screen.getByText('here')).toBeTruthy();
  expect(fetched).toBe(3);
});
