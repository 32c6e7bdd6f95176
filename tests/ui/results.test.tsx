// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { type Result, ResultsProvider, ResultsRegion, useResults } from '../../src/ui/results.tsx';

afterEach(cleanup);

test('useResults does not re-render its component when a result appears or disappears', async () => {
  let renderCount = 0;
  function ShowButton() {
    const { show } = useResults();
    renderCount += 1;
    return (
      <button type="button" onClick={() => show({ id: 'one', content: 'It was done.' })}>
        Show
      </button>
    );
  }
  render(
    <ResultsProvider>
      <ShowButton />
      <ResultsRegion />
    </ResultsProvider>,
  );
  const results = screen.getByRole('status', { name: 'Results' });
  await userEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect(results.textContent).toBe('It was done.');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(results.textContent).toBe('');
  expect(renderCount).toBe(1);
});

test('a temporary result disappears after 8 s without focus, and other results stay', () => {
  const show = renderRegion();
  show({ id: 'kept', content: 'Not found.' });
  show({ id: 'passing', content: 'Deleted.', isTemporary: true });
  const results = screen.getByRole('status', { name: 'Results' });
  const dismissButtons = () => screen.getAllByRole('button', { name: 'Dismiss' });
  expect(results).toHaveTextContent('Deleted.Not found.');
  act(() => dismissButtons()[0]?.focus());
  act(() => vi.advanceTimersByTime(8_000));
  expect(results).toHaveTextContent('Deleted.Not found.');
  act(() => dismissButtons()[1]?.focus());
  act(() => vi.advanceTimersByTime(7_999));
  expect(results).toHaveTextContent('Deleted.Not found.');
  act(() => vi.advanceTimersByTime(1));
  expect(results.textContent).toBe('Not found.');
});

test('three temporary results of one kind form a group that disappears as a whole', () => {
  const show = renderRegion();
  const group = {
    key: 'deleted',
    sentenceOf: (count: number) => `${count} deleted`,
    actions: 'View activity',
  };
  for (const id of ['a', 'b']) show({ id, content: `${id} deleted.`, isTemporary: true, group });
  const results = screen.getByRole('status', { name: 'Results' });
  expect(results.textContent).toBe('b deleted.a deleted.');
  act(() => vi.advanceTimersByTime(7_000));
  show({ id: 'c', content: 'c deleted.', isTemporary: true, group });
  expect(results.textContent).toBe('3 deletedView activity');
  act(() => vi.advanceTimersByTime(7_999));
  expect(results.textContent).toBe('3 deletedView activity');
  act(() => vi.advanceTimersByTime(1));
  expect(results.textContent).toBe('');
});

/** Renders the live region of results with fake timers. Returns a function that shows a result. */
function renderRegion(): (result: Result) => void {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let show: (result: Result) => void = () => undefined;
  function CaptureShow() {
    show = useResults().show;
    return null;
  }
  render(
    <ResultsProvider>
      <CaptureShow />
      <ResultsRegion />
    </ResultsProvider>,
  );
  return (result) => act(() => show(result));
}
