// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { DateText } from '../../src/ui/DateText.tsx';
import { SafeName } from '../../src/ui/SafeName.tsx';
import { QueryView } from '../../src/ui/states.tsx';

afterEach(cleanup);

it('a refresh that fails → the data stays, with its age', () => {
  const query = { error: new Error('HTTP 500'), isFetching: false, refetch: () => undefined };
  const dataUpdatedAt = Date.UTC(2026, 10, 24, 16, 6);
  render(
    <QueryView query={{ ...query, data: 'eastus', dataUpdatedAt }} subject="regions" skeleton={null}>
      {(data: string) => <p>{data}</p>}
    </QueryView>,
  );
  const sentence = "Couldn't refresh. Showing data from 24 Nov 2026, 16:06 UTC.";
  expect(screen.getByRole('alert')).toHaveTextContent(sentence);
  expect(screen.getByText('eastus')).toBeInTheDocument();
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
