// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { confirmsName, describeNearMiss, useSingleSubmit } from '../../src/deletion/confirmation.ts';
import { hostileText } from '../compute/rowFixtures.ts';
import { deferred } from '../support/deferred.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    cleanup();
    vi.useRealTimers();
  });
});

it('useSingleSubmit accepts no new submission in the first 700 ms after a failure', async () => {
  const submit = vi.fn(async () => {});
  render(<Form submit={submit} />);
  await click();
  await act(() => vi.advanceTimersByTimeAsync(600));
  await click();
  expect(submit).toHaveBeenCalledTimes(1);
  await act(() => vi.advanceTimersByTimeAsync(200));
  await click();
  expect(submit).toHaveBeenCalledTimes(2);
});

it.each(['before', 'after'])(
  'no timer is left running if the form is removed %s the result',
  async (when) => {
    const { promise, resolve } = deferred<void>();
    const { unmount } = render(<Form submit={() => promise} />);
    await click();
    if (when === 'before') unmount();
    await act(async () => resolve());
    unmount();
    expect(vi.getTimerCount()).toBe(0);
  },
);

function Form({ submit }: { submit: () => Promise<void> }) {
  const { formProps } = useSingleSubmit(true, submit);
  return (
    <form {...formProps}>
      <button type="submit">Delete</button>
    </form>
  );
}

async function click() {
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Delete' })));
}

const lookAlikeHint = 'This looks the same but uses different characters. Copy the name instead.';

describe('confirmsName', () => {
  it('accepts the exact name, even with white space before or after the name', () => {
    for (const typedText of ['orders', ' orders', 'orders\n', '\u00a0orders\t'])
      expect(confirmsName(typedText, 'orders')).toBe(true);
    expect(confirmsName('orders', ' orders ')).toBe(true);
    expect(describeNearMiss(' orders', 'orders')).toBeNull();
  });

  it.each([
    ['Orders', 'orders', 'Upper and lower case must match.'],
    ['caf\u00e9', 'cafe\u0301', lookAlikeHint],
    ['orders', 'or\u200bders', 'Hidden spaces or characters don’t match. Copy the name instead.'],
    ['a b', 'a  b', 'Hidden spaces or characters don’t match. Copy the name instead.'],
    ['orders', 'оrders', lookAlikeHint],
    ['orders-a', 'orders–a', lookAlikeHint],
    ['orders', 'ｏrders', lookAlikeHint],
    ['order', 'orders', null],
    ['', '', null],
    ['  ', ' ', null],
  ])('rejects the text %j for the name %j, with the hint %j', (typed, name, hint) => {
    expect(confirmsName(typed, name)).toBe(false);
    expect(describeNearMiss(typed, name)).toBe(hint);
  });

  it('accepts the typed text only if it has the same code points as the name', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (typed, name) => {
        const isSame = [...typed.trim()].join('|') === [...name.trim()].join('|');
        expect(confirmsName(typed, name)).toBe(isSame && name.trim() !== '');
        expect(confirmsName(` ${name}\n`, name)).toBe(name.trim() !== '');
        if (confirmsName(typed, name)) expect(describeNearMiss(typed, name)).toBeNull();
      }),
      { numRuns: 500 },
    );
  });
});
