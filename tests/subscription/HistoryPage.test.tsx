import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../support/renderConsole.tsx';
import { answerTo } from '../support/startConsole.ts';
import { toRecords } from './records.ts';

const sample =
  'TEAM 2026-12-16T00:00:00Z - | PRO 2026-08-27T00:00:00Z 2026-12-16T00:00:00Z | PRO 2026-05-29T00:00:00Z 2026-08-27T00:00:00Z | STARTER 2025-02-05T00:00:00Z 2026-05-06T12:00:00Z';

it('records → the level now and the next one, the bar, and an item per record or gap', async () => {
  await openHistory(toRecords(sample));
  expect(tile('Current level')).toHaveTextContent('PROsince 29 May 2026');
  expect(tile('Next change')).toHaveTextContent('TEAMon 16 Dec 2026');
  expect(tile('Days with a level')).toHaveTextContent('636 days5 Feb 2025 to 25 Nov 20261 gap of 22.5 days');
  const bar = within(screen.getByRole('region', { name: 'Levels over time' }));
  for (const text of ['STARTER', 'No subscription', 'PRO', 'TEAM', '5 Feb 2025', 'no end'])
    expect(bar.getByText(text)).toBeVisible();
  const levels = records().map((item) => within(item).getByText(/^[A-Z]+$/).textContent);
  expect(levels).toEqual(['TEAM', 'PRO', 'PRO', 'STARTER']);
  expect(records()[1]).toHaveAttribute('aria-current', 'true');
  expect(screen.getByText('6 May 2026, 12:00 to 29 May 2026, 00:00')).toBeVisible();
  expect(screen.getByText('22.5 days')).toBeVisible();
});

it.each([
  ['', '2026-05-06', '2026-05-06', 'Level on 6 May 2026', 'STARTERfrom 12:00 UTC No subscription'],
  ['', '', '2024-01-31', 'Level on 31 Jan 2024', 'No subscription'],
  ['PRO', '2026-04-01', '2026-06-30', 'Days with this level', /^Days.*33 of 91 days.* 2026$/],
])('level “%s” from “%s” to %s → the tile %s has its text', async (level, from, to, term, text) => {
  const { user } = await openHistory(toRecords(sample));
  chooseDays(from, to);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Level' }), level);
  expect(tile(term)).toHaveTextContent(text);
});

it('From after To → a sentence says so, and no tile shows a day that nobody entered', async () => {
  await openHistory(toRecords(sample));
  chooseDays('2026-07-05', '2026-07-01');
  expect(screen.getByRole('status')).toHaveTextContent('From is after To.');
  expect(tile('Days with a level')).toHaveTextContent(/^Days with a level–$/);
  expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
});

it('Clear filters → every record, and the focus on Level', async () => {
  const { user } = await openHistory(toRecords(sample));
  chooseDays('2026-04-01', '2026-03-01');
  expect(screen.getByText('No matching records.')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Level' }), 'TEAM');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(records()).toHaveLength(4);
  expect(screen.getByRole('combobox', { name: 'Level' })).toHaveFocus();
  await waitFor(() => expect(location.search).toBe(''));
});

it('a day inside a gap → the whole gap, of which that day is a part', async () => {
  await openHistory(toRecords(sample));
  chooseDays('2026-05-10', '2026-05-10');
  expect(screen.getByText('6 May 2026, 12:00 to 29 May 2026, 00:00')).toBeVisible();
  expect(screen.getByText('1 of 1 day')).toBeVisible();
});

it('malformed records → counted and shown raw, and nothing is claimed', async () => {
  const odd = [{}, { level: 7, validFrom: 1_700_000_000 }, 'a record'];
  await openHistory([...toRecords('PRO 2026-01-01 2026-02-01 | TEAM soon -'), ...odd]);
  expect(records()).toHaveLength(4);
  expect(screen.getByText('["a record"]')).toBeVisible();
  expect(tile('Current level')).toHaveTextContent('Unknown');
  expect(screen.queryByText('No subscription')).toBeNull();
});

// https://github.com/objectstack-ai/objectui/pull/6758: without any date, a timeline began at Infinity and crashed.
it('no readable start → the records, without a bar and without a claim', async () => {
  await openHistory(toRecords('PRO soon - | TEAM - 2026-01-01'));
  expect(records()).toHaveLength(2);
  expect(records()[0]).toHaveTextContent(/PRO.*Invalid start date/);
  expect(records()[1]).toHaveTextContent(/TEAM.*No start date/);
  expect(tile('Days with a level')).toHaveTextContent('Unknown');
  expect(screen.queryByRole('region', { name: 'Levels over time' })).toBeNull();
});

it.each([
  [[], 'This workspace has no subscription records.'],
  [['a', null], "2 records couldn't be read."],
])('the records %j → one sentence, and no tiles', async (answer, sentence) => {
  await openHistory(answer);
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
  expect(screen.queryByText('Current level')).toBeNull();
});

/** Opens the history with the given records, which the service sends at 25 November 2026, 12:00 UTC. */
async function openHistory(items: readonly unknown[]) {
  const headers = { date: 'Wed, 25 Nov 2026 12:00:00 GMT' };
  const answer = answerTo('/history', () => Response.json(items, { headers }));
  const page = await renderScreen('/workspaces/acme/subscription/history', { answer });
  await screen.findByText(/times in UTC$/);
  return page;
}

function records(): HTMLElement[] {
  return within(screen.getByRole('list', { name: 'Subscription history' })).getAllByRole('listitem');
}

/** A native date field has no role. */
function chooseDays(from: string, to: string): void {
  fireEvent.change(screen.getByLabelText('From'), { target: { value: from } });
  fireEvent.change(screen.getByLabelText('To'), { target: { value: to } });
}

const tile = (term: string) => screen.getByText(term).parentElement;
