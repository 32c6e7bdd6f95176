// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { ResultsProvider, ResultsRegion, useResults } from '../../src/ui/results.tsx';

afterEach(cleanup);

test('shows and dismisses a result without re-rendering the component that shows it', async () => {
  let drawn = 0;
  function Showing() {
    const { show } = useResults();
    drawn += 1;
    return (
      <button type="button" onClick={() => show({ id: 'one', content: 'It was done.' })}>
        Show
      </button>
    );
  }
  render(
    <ResultsProvider>
      <Showing />
      <ResultsRegion />
    </ResultsProvider>,
  );
  const results = screen.getByRole('status', { name: 'Results' });
  await userEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect(results.textContent).toBe('It was done.');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(results.textContent).toBe('');
  expect(drawn).toBe(1);
});
