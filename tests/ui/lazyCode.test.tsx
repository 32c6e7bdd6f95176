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
    return <p>{error?.message ?? code?.() ?? 'on its way'}</p>;
  }
  return { lazy, Place };
}

test('code that has come is drawn at once, and fetched once however often it is asked for', async () => {
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

test('code that did not come says why, is not asked for again by itself, and comes with the next asking', async () => {
  let fetched = 0;
  const { lazy, Place } = drawn(async () => {
    fetched += 1;
    if (fetched < 3) throw new Error(`failure ${fetched}`);
    return () => 'here';
  });
  const first = render(<Place />);
  expect(screen.getByText('on its way')).toBeTruthy();
  await screen.findByText('failure 1');
  first.rerender(<Place />);
  expect(fetched).toBe(1);
  first.unmount();
  render(<Place />);
  // The failure before is not shown again while it is asked for anew.
  expect(screen.getByText('on its way')).toBeTruthy();
  await screen.findByText('failure 2');
  await act(lazy.load);
  expect(screen.getByText('here')).toBeTruthy();
  expect(fetched).toBe(3);
});
