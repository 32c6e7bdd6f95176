// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../support/renderConsole.tsx';
import type { Site } from '../support/startSite.ts';
import { toFields } from './generatedHistory.ts';

const sample =
  'TEAM 2026-12-16T00:00:00Z - | PRO 2026-08-27T00:00:00Z 2026-12-16T00:00:00Z | PRO 2026-05-29T00:00:00Z 2026-08-27T00:00:00Z | STARTER 2025-02-05T00:00:00Z 2026-05-06T12:00:00Z';

it('the tiles, the list and Level on answer by the Date of the response', async () => {
  const { user } = await openHistory(toFields(sample));
  expect(tile('Current level')).toHaveTextContent('Current levelPROsince 29 May 2026 · until 16 Dec 2026');
  // Only names of bidirectional text are isolated.
  expect(document.querySelector('bdi')).toBeNull();
  expect(tile('Next change')).toHaveTextContent('Next changeTEAMin 20 days, on 16 Dec 2026');
  expect(tile('With a subscription')).toHaveTextContent('636 days1 gap of 22.5 days');
  expect(items().map(({ textContent }) => textContent)).toEqual([
    '2026TEAM16 Dec 2026tono end datefrom PROScheduled',
    'PRO27 Aug 2026to16 Dec 2026111 daysrenewedCurrent',
    'PRO29 May 2026to27 Aug 202690 daysfrom STARTERNo subscription6 May 2026, 12:00 to 29 May 2026, 00:0022.5 days',
    '2025STARTER5 Feb 2025to6 May 2026455.5 daysfirst record',
  ]);

  const expectOn = (day: string, answer: string) => {
    chooseDay('Level on', day);
    expect(status()).toHaveTextContent(answer);
  };
  expectOn('2026-05-06', 'STARTER, 5 Feb 2025 to 6 May 2026, 455.5 days; from 12:00 UTC No subscription');
  expectOn('2026-05-10', 'No subscription, 6 May to 29 May 2026, 22.5 days');
  expectOn('2020-01-01', 'No subscription, the first subscription starts on 5 Feb 2025');
  expectOn('2026-09-01', 'PRO, 27 Aug to 16 Dec 2026, 111 days');
  expect(items()[1]).toHaveTextContent('on 1 Sep');
  await user.click(screen.getByRole('button', { name: 'Today' }));
  expect(screen.getByLabelText('Level on')).toHaveValue('2026-11-25');
  await waitFor(() => expect(location.search).toBe('?on=2026-11-25'));
});

it('a date range → narrows the list, and the tiles and totals count its days', async () => {
  const { user } = await openHistory(toFields(sample));
  chooseDay('From', '2026-04-01');
  chooseDay('To', '2026-03-01');
  expect(screen.getByText('"To" is before "From", so no record matches.')).toBeVisible();
  chooseDay('To', '2026-06-30');
  expect(items()).toHaveLength(2);
  const total = '68.5 of 91 days1 Apr to 30 Jun 2026 · 1 gap of 22.5 days';
  expect(tile('With a subscription')).toHaveTextContent(total);
  expect(screen.getByText('33 of 91 days')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Level' }), 'TEAM');
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(items()).toHaveLength(4);
  expect(screen.getByRole('combobox', { name: 'Level' })).toHaveFocus();
  await waitFor(() => expect(location.search).toBe(''));
});

it('malformed records are counted and shown raw, and nothing is claimed', async () => {
  const odd = [{}, { level: 7, validFrom: 1_700_000_000 }, 'a record'];
  await openHistory([...toFields('PRO 2026-01-01 2026-02-01 | TEAM soon -'), ...odd]);
  expect(items()).toHaveLength(4);
  expect(screen.getByText(/^1 record couldn't be read/)).toBeVisible();
  expect(screen.getByText('["a record"]')).toBeVisible();
  expect(screen.getByText(/^3 records without a readable start/)).toBeVisible();
  expect(tile('Current level')).toHaveTextContent('Unknown');
  expect(tile('With a subscription')).not.toHaveTextContent('no gaps');
});

it.each([
  [[], 'This workspace has no subscription records.'],
  [['a', null], 'Nothing could be read of the 2 records that the service returned.'],
])('the records %j → one sentence, and no tiles', async (records, sentence) => {
  await openHistory(records);
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Export' })).toHaveAttribute('aria-disabled', 'true');
  expect(screen.queryByText(records.length === 0 ? 'Current level' : /no subscription records/)).toBeNull();
});

it('more than 200 records → the rest after "Show more"', async () => {
  const day = (count: number) => new Date(Date.UTC(2026, 0, 1 - count)).toISOString();
  const rows = Array.from({ length: 250 }, (_, i) => `PRO ${day(i)} ${day(i - 1)}`);
  const { user } = await openHistory(toFields(rows.join('|')));
  expect(items()).toHaveLength(200);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(items()).toHaveLength(250);
});

/** Opens the history with the given records, which the service sends at 25 November 2026, 12:00 UTC. */
async function openHistory(records: readonly unknown[]) {
  const headers = { date: 'Wed, 25 Nov 2026 12:00:00 GMT' };
  const beforeStart = ({ answer }: Site) =>
    answer(({ url }) => (url.endsWith('/history') ? Response.json(records, { headers }) : null));
  const page = await renderScreen('/workspaces/acme/subscription/history', { beforeStart });
  await screen.findByText(/times in UTC$/);
  return page;
}

function items(): HTMLElement[] {
  // A query by role takes seconds for 200 items.
  return [...screen.getByRole('list', { name: 'Subscription history' }).querySelectorAll('li')];
}

/** A native date field has no role. */
function chooseDay(label: string, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

/** Toasts are a status too. */
function status(): HTMLElement | undefined {
  return screen.getAllByRole('status').find(({ tagName }) => tagName === 'P');
}

function tile(term: string): HTMLElement | null {
  return screen.getByText(term).parentElement;
}
