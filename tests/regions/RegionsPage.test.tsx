// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../support/renderConsole.tsx';

const regions = '/workspaces/acme/regions';

function answerRegions(items: unknown, headers: Record<string, string> = {}) {
  return ({ url }: Request) => (url.endsWith('/regions') ? Response.json(items, { headers }) : null);
}

it('regions are cards with links to the filtered table, the most instances first', async () => {
  const { user } = await renderScreen(regions);
  const list = await screen.findByRole('list', { name: 'Regions of CLOUDA' });
  expect(screen.getByText('3 regions of 2 providers are available to')).toBeVisible();
  await within(list).findByRole('link', { name: '10 instances →' });
  const headings = within(list).getAllByRole('heading');
  expect(headings.map(({ textContent }) => textContent)).toEqual(['eu-central-1', 'us-west-2']);
  await user.click(screen.getByRole('button', { name: 'Copy all 3' }));
  expect((await navigator.clipboard.readText()).split('\n')).toHaveLength(3);
  await user.click(within(list).getByRole('button', { name: 'Copy CLOUDA_US_WEST_2' }));
  expect(await navigator.clipboard.readText()).toBe('CLOUDA_US_WEST_2');
  await user.click(within(list).getByRole('link', { name: '10 instances →' }));
  expect(location.pathname + location.search).toBe('/workspaces/acme/compute?region=CLOUDA_EU_CENTRAL_1');
});

it('a repeated identifier → one card with a note; unknown formats → the group Other', async () => {
  const items = ['CLOUDA_A', 'ALONE', 'CLOUDA_A', ' CLOUDA_\u200bB'];
  await renderScreen(regions, { beforeStart: ({ answer }) => answer(answerRegions(items)) });
  expect(await screen.findByText('Listed 2 times, counted once')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Other' })).toBeVisible();
  expect(screen.getByText('ALONE', { selector: 'code *' })).toBeVisible();
});

it.each([
  [[], '0', /^No regions are available to this workspace\./],
  [[], '3', /^This list is incomplete/],
  [[{}, {}], '2', 'Nothing could be read of the 2 items that the service returned.'],
])('the regions %j, of %s in all → one sentence', async (items, total, sentence) => {
  const answer = answerRegions(items, { 'X-Total-Count': total });
  await renderScreen(regions, { beforeStart: (site) => site.answer(answer) });
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.queryAllByText(/^No regions/)).toHaveLength(total === '0' ? 1 : 0);
  expect(screen.queryByRole('button', { name: /^Copy/ })).toBeNull();
});
