import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../support/renderConsole.tsx';
import { answerTo } from '../support/startConsole.ts';

const regions = '/workspaces/acme/regions';

it('a service that is slow → after 10 s, a sentence', async () => {
  const { user, site } = await renderScreen('/workspaces/acme/activity');
  const release = site.hold('GET');
  await user.click(screen.getByRole('link', { name: 'Regions' }));
  const slow = await screen.findByText("There's no answer yet.", {}, { timeout: 12_000 });
  expect(slow).toHaveAttribute('role', 'status');
  release();
  expect(await screen.findByRole('list', { name: 'Regions of CLOUDB' })).toBeVisible();
  expect(slow).not.toBeInTheDocument();
});

it('a region → leads to its instances on Compute', async () => {
  const { user } = await renderScreen(regions);
  await user.click(await screen.findByRole('link', { name: 'us-west-2' }));
  expect(location.pathname + location.search).toBe('/workspaces/acme/compute?region=CLOUDA_US_WEST_2');
  expect(await screen.findByText(/^\d+ of 24 instances$/)).toBeVisible();
});

it('the copy buttons → one identifier, or all of them', async () => {
  const { user } = await renderScreen(regions);
  await user.click(await screen.findByRole('button', { name: 'Copy CLOUDA_US_WEST_2' }));
  expect(await navigator.clipboard.readText()).toBe('CLOUDA_US_WEST_2');
  await user.click(screen.getByRole('button', { name: 'Copy all 3' }));
  expect((await navigator.clipboard.readText()).split('\n')).toHaveLength(3);
});

it('prefixes → a heading and list each, each identifier once, other formats last', async () => {
  const items = ['ALONE', 'CLOUDB_X', 'CLOUDA_X', 'CLOUDB_X', '_X', 'clouda_X'];
  await renderScreen(regions, { answer: answerTo('/regions', () => Response.json(items)) });
  const headings = await screen.findAllByRole('heading', { level: 2 });
  expect(headings.map(({ textContent }) => textContent)).toEqual(['CLOUDB', 'CLOUDA', 'clouda', 'Other']);
  const others = within(screen.getByRole('list', { name: 'Other regions' }));
  expect(others.getAllByRole('listitem')).toHaveLength(2);
  within(screen.getByRole('list', { name: 'Regions of CLOUDB' })).getByText('CLOUDB_X');
});

it('a refresh that fails → the regions stay, and their time is named, by the server', async () => {
  const { user, site } = await renderScreen(regions, { sandbox: { now: () => Date.UTC(2026, 2, 1, 9, 30) } });
  await screen.findByRole('list', { name: 'Regions of CLOUDA' });
  site.answer(() => Response.json({ message: 'Oops.' }, { status: 404 }));
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText("Couldn't refresh. Showing data from 1 Mar 2026, 09:30 UTC.")).toBeVisible();
  expect(screen.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
});

it.each([
  [[], '0', /^No regions are available to this workspace\./],
  [[], '3', /^This list is incomplete/],
  [[{}, {}], '2', "2 records couldn't be read."],
])('the regions %j, of %s in all → one sentence', async (items, total, sentence) => {
  const headers = { 'X-Total-Count': total };
  await renderScreen(regions, { answer: answerTo('/regions', () => Response.json(items, { headers })) });
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.queryAllByText(/^No regions/)).toHaveLength(total === '0' ? 1 : 0);
  expect(screen.queryByRole('button', { name: /^Copy/ })).toBeNull();
});
