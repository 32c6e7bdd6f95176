// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { DateText } from '../../src/ui/DateText.tsx';
import { SafeName } from '../../src/ui/SafeName.tsx';
import { QueryView } from '../../src/ui/states.tsx';

afterEach(cleanup);

it('a read without data → the skeleton and why loading failed; with data → its age', () => {
  const refetch = vi.fn();
  const error = Object.assign(new Error('The service returned an error (HTTP 500).'), { requestId: 'req-1' });
  function renderQuery(query: { data?: string; error?: Error; dataUpdatedAt?: number }) {
    const loading = { data: undefined, error: null, isFetching: !query.error, dataUpdatedAt: 0, refetch };
    cleanup();
    render(
      <QueryView query={{ ...loading, ...query }} subject="regions" skeleton={<p>skeleton</p>}>
        {(data: string) => <p>{data}</p>}
      </QueryView>,
    );
  }
  renderQuery({});
  expect(screen.getByText('skeleton').parentElement).toHaveAttribute('aria-busy', 'true');
  expect(screen.queryByRole('alert')).toBeNull();
  renderQuery({ error });
  expect(screen.getByRole('alert')).toHaveTextContent(
    "Couldn't load regions. The service returned an error (HTTP 500).Request ID req-1",
  );
  expect(screen.getByText('skeleton')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledOnce();
  renderQuery({ data: 'regions', error, dataUpdatedAt: Date.UTC(2026, 10, 24, 16, 6) });
  const sentence = "Couldn't refresh. Showing data from 24 Nov 2026, 16:06 UTC.";
  expect(screen.getByRole('alert')).toHaveTextContent(sentence);
  expect(screen.getByText('regions')).toBeInTheDocument();
});

it('a name is never translated, and hidden characters are visible', () => {
  render(<SafeName name={'orders\u200b'} />);
  expect(screen.getByText('U+200B').closest('[translate=no]')).toHaveTextContent('ordersU+200B');
  expect(screen.getByRole('img')).toHaveAccessibleName('Contains hidden characters: U+200B.');
});

it.each([
  ['2026-11-24T16:02:00Z', '24 Nov 2026'],
  [null, 'not provided'],
  ['tomorrow', 'invalid date'],
])('the date %s is shown as %s', (iso, text) => {
  render(<DateText iso={iso} />);
  expect(document.body).toHaveTextContent(text);
});
