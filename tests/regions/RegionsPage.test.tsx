// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { deleteOne } from '../deletion/deleteOnScreen.ts';
import { rejectClipboardWrites, renderScreen } from '../support/renderConsole.tsx';

const regions = '/workspaces/acme/regions';

it('the Regions screen the Regions screen shows every unusual identifier', async () => {
  await renderScreen('/workspaces/odd/regions');
  const group = (name: string) => screen.findByRole('list', { name: `Regions of ${name}` });
  expect(await group('CLOUDA')).toHaveTextContent('listed twice');
  // The bidirectional override would show US_WEST as "TSEW_SU".
  expect(await group('CLOUDA')).toHaveTextContent('CLOUDA_U+202EUS_WEST');
  expect(await group('clouda')).toHaveTextContent('clouda_us_west_2');
  expect(await group('CLOUDB')).toHaveTextContent('CLOUDB__EASTUS');
  const otherGroup = await group('other identifiers');
  for (const identifier of ['CLOUDC', '_EASTUS', 'CLOUDB_', '(empty)'])
    expect(otherGroup).toHaveTextContent(identifier);
  // The service lists eleven identifiers, one of them twice.
  expect(within(screen.getByRole('main')).getAllByRole('listitem')).toHaveLength(10);
});

it('the Regions screen counts the loaded instances of each region and requests none', async () => {
  const { user, sandbox } = await renderScreen(regions, { sandbox: { instances: 3 } });
  const goTo = (name: string) => user.click(screen.getByRole('link', { name }));
  const eastButton = await screen.findByRole('button', { name: /CLOUDB_EASTUS/ });
  expect(eastButton).not.toHaveTextContent('instances');
  await goTo('Compute');
  await screen.findByText('3 instances');
  await goTo('Regions');
  await waitFor(() => expect(sumOfCounts()).toBe(3));

  await goTo('Compute');
  await deleteOne(user, 'orders-primary');
  await screen.findByText(/^orders-primary was removed/);
  const isDelete = ({ method }: { method: string }) => method === 'DELETE';
  const pathsAfterDelete = () =>
    sandbox.calls.slice(sandbox.calls.findIndex(isDelete) + 1).map(({ path }) => path);
  // The three databases are listed again after a deletion.
  await waitFor(() => expect(pathsAfterDelete()).toHaveLength(3));
  await goTo('Regions');
  await waitFor(() => expect(sumOfCounts()).toBe(2));
  expect(pathsAfterDelete()).toHaveLength(3);
});

it('the Regions screen shows an error if the browser refuses to copy an identifier', async () => {
  const { user } = await renderScreen(regions);
  const badge = await screen.findByTitle('Copy CLOUDA_US_WEST_2');
  rejectClipboardWrites();
  await user.click(badge);
  expect(await screen.findByText('Couldn’t copy CLOUDA_US_WEST_2.')).toBeInTheDocument();
  expect(screen.queryByText(/^Copied/)).not.toBeInTheDocument();
});

it('if the list of regions fails, the screen shows why, “Copy error” and “Try again”', async () => {
  const { user, sandbox } = await renderScreen('/workspaces/error-422/regions');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Couldn’t load regions');
  expect(alert).toHaveTextContent('Message from the service: The request cannot be processed.');
  expect(alert).toHaveTextContent('HTTP 422');
  expect(screen.queryByText('No regions yet')).not.toBeInTheDocument();
  rejectClipboardWrites();
  await user.click(within(alert).getByRole('button', { name: 'Copy error' }));
  expect(await within(alert).findByRole('button', { name: 'Couldn’t copy' })).toBeVisible();
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(sandbox.calls).toHaveLength(2));
});

/** Returns the sum of the instance counts that the regions show. */
function sumOfCounts(): number {
  const texts = within(screen.getByRole('main')).queryAllByText(/^\d+ instances?$/);
  return texts.reduce((total, { textContent }) => total + Number.parseInt(textContent, 10), 0);
}
