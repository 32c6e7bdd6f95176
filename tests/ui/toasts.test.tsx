import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Toasts, toast } from '../../src/ui/toasts.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  const heading = document.body.appendChild(document.createElement('h1'));
  Object.assign(heading, { id: 'page-heading', tabIndex: -1, textContent: 'Compute' });
  render(<Toasts />, { wrapper: MemoryRouter });
});
afterEach(() => void vi.useRealTimers());

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it('a success has name, text and link, and leaves after 8 s', () => {
  act(() => toast({ name: 'orders-1', text: ' removed', link: '/activity' }));
  expect(screen.getByRole('status')).toHaveTextContent('orders-1 removed');
  expect(screen.getByText('orders-1')).toHaveAttribute('translate', 'no');
  expect(screen.getByRole('link', { name: 'View' })).toHaveAttribute('href', '/activity');
  wait(8000);
  expect(screen.queryByRole('status')).toBeNull();
});

it.each(['hidden page', 'focus'])('%s → a success stays until 8 s after that', (reason) => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  act(() => toast({ text: 'Saved' }));
  const button = screen.getByRole('button', { name: 'Close' });
  if (reason === 'focus') act(() => button.focus());
  else visibility.mockReturnValue('hidden');
  wait(60_000);
  act(() => button.blur());
  visibility.mockReturnValue('visible');
  wait(7_000);
  expect(screen.getByRole('status')).toHaveTextContent('Saved');
  wait(1_000);
  expect(screen.queryByRole('status')).toBeNull();
});

it('two failures → one alert with both, which stays until it is closed', () => {
  for (const name of ['orders-1', 'orders-2', 'orders-1'])
    act(() => toast({ before: 'Rejected:', name, text: ' HTTP 403', tone: 'danger' }));
  wait(60_000);
  expect(screen.getByRole('alert')).toBeInTheDocument();
  const texts = screen.getAllByRole('listitem').map(({ textContent }) => textContent?.trim());
  expect(texts).toEqual(['Rejected: orders-2 HTTP 403', 'Rejected: orders-1 HTTP 403']);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('two failures with the same text → a link to each', () => {
  for (const link of ['/activity?deletion=1', '/activity?deletion=2'])
    act(() => toast({ text: 'Stopped: 2 not sent', tone: 'danger', link }));
  expect(screen.getAllByRole('link')).toHaveLength(2);
});

it('a success replaces one that has the focus → it goes back, also after this one', () => {
  const opener = document.body.appendChild(document.createElement('button'));
  opener.focus();
  for (const text of ['Saved', 'Saved again', 'Saved at last']) {
    act(() => toast({ text }));
    expect(opener).toHaveFocus();
    act(() => screen.getByRole('button', { name: 'Close' }).focus());
  }
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(opener).toHaveFocus();
});

it('closed by keyboard, and what had the focus has left → the heading has it', () => {
  const opener = document.body.appendChild(document.createElement('button'));
  opener.focus();
  act(() => toast({ text: 'Saved' }));
  act(() => screen.getByRole('button', { name: 'Close' }).focus());
  opener.remove();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(document.activeElement).toHaveTextContent('Compute');
});
