// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refuseToCopy, renderScreen } from '../support/renderConsole.tsx';

const regions = '/workspaces/acme/regions';

it('groups the regions by provider, each with its count, and names every identifier', async () => {
  await renderScreen(regions);
  const first = await screen.findByRole('list', { name: 'Regions of CLOUDA' });
  expect(within(first).getAllByRole('listitem')).toHaveLength(2);
  expect(first).toHaveTextContent('CLOUDA_US_WEST_2');
  expect(
    within(screen.getByRole('list', { name: 'Regions of CLOUDB' })).getAllByRole('listitem'),
  ).toHaveLength(1);
  expect(screen.getByText('3 regions available to this workspace')).toBeVisible();
  expect(screen.getByRole('region', { name: /CLOUDA/ })).toHaveTextContent('2 regions');
  expect(within(first).getAllByRole('listitem')[0]).toHaveTextContent('us-west-2');
});

it('loses no odd identifier', async () => {
  await renderScreen('/workspaces/odd/regions');
  const group = (name: string) => screen.findByRole('list', { name: `Regions of ${name}` });
  expect(await group('CLOUDA')).toHaveTextContent('listed 2 times');
  expect(await group('clouda')).toHaveTextContent('clouda_us_west_2');
  expect(await group('CLOUDB')).toHaveTextContent('CLOUDB__EASTUS');
  const others = await group('other identifiers');
  for (const identifier of ['CLOUDC', '_EASTUS', 'CLOUDB_', '(empty)'])
    expect(others).toHaveTextContent(identifier);
  // Eleven identifiers of which one is listed twice.
  expect(within(screen.getByRole('main')).getAllByRole('listitem')).toHaveLength(10);
});

it('says how many of the instances seen are in a region, and follows a deletion, without a read for it', async () => {
  const { user, sandbox } = await renderScreen(regions, { sandbox: { instances: 3 } });
  const go = (name: string) => user.click(screen.getByRole('link', { name }));
  const east = await screen.findByRole('button', { name: /CLOUDB_EASTUS/ });
  expect(east).not.toHaveTextContent('instances');
  await go('Compute');
  await screen.findByText('3 instances');
  await go('Regions');
  await waitFor(() => expect(instancesCounted()).toBe(3));

  await go('Compute');
  await user.click(await screen.findByRole('button', { name: 'Delete orders-primary' }));
  await user.click(await screen.findByLabelText('Type orders-primary to confirm'));
  await user.paste('orders-primary');
  await user.keyboard('{Enter}');
  await screen.findByText(/^orders-primary was removed/);
  const isDelete = ({ method }: { method: string }) => method === 'DELETE';
  const readSince = () => sandbox.calls.slice(sandbox.calls.findIndex(isDelete) + 1).map(({ path }) => path);
  // The three databases are listed anew after a deletion.
  await waitFor(() => expect(readSince()).toHaveLength(3));
  await go('Regions');
  await waitFor(() => expect(instancesCounted()).toBe(2));
  expect(readSince()).toHaveLength(3);
});

it('copies the identifier that is clicked, and says so', async () => {
  const { user } = await renderScreen(regions);
  await user.click(await screen.findByTitle('Copy CLOUDA_US_WEST_2'));
  expect(await navigator.clipboard.readText()).toBe('CLOUDA_US_WEST_2');
  expect(await screen.findByText('Copied CLOUDA_US_WEST_2.')).toBeInTheDocument();
});

it('says so where the browser refuses to copy, and claims nothing', async () => {
  const { user } = await renderScreen(regions);
  const badge = await screen.findByTitle('Copy CLOUDA_US_WEST_2');
  refuseToCopy();
  await user.click(badge);
  expect(await screen.findByText('Couldn’t copy CLOUDA_US_WEST_2.')).toBeInTheDocument();
  expect(screen.queryByText(/^Copied/)).not.toBeInTheDocument();
});

it('is narrowed by the search, also by one in the address, and says so where nothing matches', async () => {
  const { user } = await renderScreen(`${regions}?q=west`);
  const search = await screen.findByRole('searchbox', { name: 'Search regions' });
  expect(search).toHaveValue('west');
  expect(within(screen.getByRole('main')).getAllByRole('listitem')).toHaveLength(1);
  await user.type(search, ' of nowhere');
  expect(await screen.findByText('No region matches')).toBeVisible();
  await user.clear(search);
  await waitFor(() => expect(within(screen.getByRole('main')).getAllByRole('listitem')).toHaveLength(3));
});

it('tells a failure from emptiness: what the service said, and the way on', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/error-422/regions');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('The regions could not be read');
  expect(alert).toHaveTextContent('The service said: The request cannot be processed.');
  expect(alert).toHaveTextContent('HTTP 422');
  expect(screen.queryByText('No regions yet')).not.toBeInTheDocument();
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(sandbox.calls).toHaveLength(2));
});

it('says that an empty list is a valid answer', async () => {
  await renderScreen('/workspaces/empty/regions');
  expect(await screen.findByText('No regions yet')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.queryByRole('searchbox', { name: 'Search regions' })).not.toBeInTheDocument();
});

/** The sum of what the regions say. */
function instancesCounted(): number {
  const texts = within(screen.getByRole('main')).queryAllByText(/of your instances here/);
  return texts.reduce((total, { textContent }) => total + Number.parseInt(textContent, 10), 0);
}
