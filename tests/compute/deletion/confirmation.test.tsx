// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { useGuardedSubmit } from '../../../src/features/compute/deletion/confirmation.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    cleanup();
    vi.useRealTimers();
  });
});

it('sends again only once a failure has been visible for 700 ms', async () => {
  const submit = vi.fn(async () => {});
  renderForm(submit);
  await click();
  await act(() => vi.advanceTimersByTimeAsync(600));
  await click();
  expect(submit).toHaveBeenCalledTimes(1);
  await act(() => vi.advanceTimersByTimeAsync(200));
  await click();
  expect(submit).toHaveBeenCalledTimes(2);
});

it.each(['before', 'after'])('leaves no timer if the dialog closes %s the result', async (when) => {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  const { unmount } = renderForm(() => promise);
  await click();
  if (when === 'before') unmount();
  await act(async () => resolve());
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});

function renderForm(submit: () => Promise<void>) {
  return render(<Form submit={submit} />);
}

function Form({ submit }: { submit: () => Promise<void> }) {
  const { formProps } = useGuardedSubmit(true, submit);
  return (
    <form {...formProps}>
      <button type="submit">Delete</button>
    </form>
  );
}

async function click() {
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Delete' })));
}
