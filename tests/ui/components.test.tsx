// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DateText } from '../../src/ui/DateText.tsx';
import { SafeName } from '../../src/ui/SafeName.tsx';
import { QueryView } from '../../src/ui/states.tsx';
import { Toasts, toast } from '../../src/ui/toasts.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('a toast has name, text and link, and leaves after 8 s; a failure is an alert', () => {
  vi.useFakeTimers();
  const { container } = render(<Toasts />, { wrapper: MemoryRouter });
  act(() =>
    toast({ name: 'orders-1', text: 'removed', link: { to: '/activity', label: 'View in Activity' } }),
  );
  expect(screen.getByRole('status')).toHaveTextContent('orders-1 removed');
  expect(screen.getByText('orders-1')).toHaveAttribute('translate', 'no');
  expect(screen.getByRole('link', { name: 'View in Activity' })).toHaveAttribute('href', '/activity');
  act(() => vi.advanceTimersByTime(8000));
  expect(container).toHaveTextContent('');
  expect(screen.queryByRole('status')).toBeNull();
  act(() => toast({ tone: 'danger', text: "Couldn't copy." }));
  expect(screen.getByRole('alert')).toHaveTextContent("Couldn't copy.");
  expect(screen.queryByRole('status')).toBeNull();
  act(() => vi.advanceTimersByTime(8000));
});

describe('QueryView', () => {
  const loading = { data: undefined, error: null, isFetching: true, dataUpdatedAt: 0, refetch: vi.fn() };
  const error = Object.assign(new Error('The service returned an error (HTTP 500).'), { requestId: 'req-1' });

  function renderQuery(
    query: Partial<Omit<typeof loading, 'data' | 'error'>> & { data?: string; error?: Error },
  ) {
    render(
      <QueryView query={{ ...loading, ...query }} subject="regions" skeleton={<p>skeleton</p>}>
        {(data: string) => <p>{data}</p>}
      </QueryView>,
    );
  }

  it('without data → the skeleton, and above it why loading failed', () => {
    renderQuery({});
    expect(screen.getByText('skeleton').parentElement).toHaveAttribute('aria-busy', 'true');
    expect(screen.queryByRole('alert')).toBeNull();
    cleanup();
    renderQuery({ error, isFetching: false });
    expect(screen.getByRole('alert')).toHaveTextContent(
      "Couldn't load regions. The service returned an error (HTTP 500).Request ID req-1",
    );
    expect(screen.getByText('skeleton')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(loading.refetch).toHaveBeenCalledOnce();
  });

  it('a failed refresh → the data stays, and its age is shown', () => {
    renderQuery({ data: 'regions', error, dataUpdatedAt: Date.UTC(2026, 10, 24, 16, 6) });
    const sentence = "Couldn't refresh. Showing data from 24 Nov 2026, 16:06 UTC.";
    expect(screen.getByRole('alert')).toHaveTextContent(sentence);
    expect(screen.getByText('regions')).toBeInTheDocument();
  });
});

it('a name is never translated, and hidden characters are visible', () => {
  render(<SafeName name={'orders\u200b'} />);
  expect(screen.getByText('U+200B').closest('[translate=no]')).toHaveTextContent('ordersU+200B');
  expect(screen.getByRole('img')).toHaveAccessibleName('Contains hidden characters.');
});

it.each([
  ['2026-11-24T16:02:00Z', '24 Nov 2026'],
  [null, 'not provided'],
  ['tomorrow', 'invalid date'],
])('the date %s is shown as %s', (iso, text) => {
  render(<DateText iso={iso} />);
  expect(document.body).toHaveTextContent(text);
});
