// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { signOutMarker } from '../../src/session/storedSession.ts';
import { deleteOne } from '../deletion/deleteOnScreen.ts';
import { goTo, renderScreen, signIn } from '../support/renderConsole.tsx';

const removedSentence = /^orders-primary was removed and is queued for deletion\./;

it('a result names its workspace after the admin has switched to another workspace', async () => {
  const { user } = await renderScreen('/workspaces/acme/compute', { sandbox: { instances: 1 } });
  await deleteOne(user, 'orders-primary');
  expect(await screen.findByText(removedSentence)).toBeVisible();
  goTo('/workspaces/beta/regions');
  await screen.findByRole('list', { name: 'Regions of CLOUDA' });
  expect(readResults()).toMatch(/^Workspace acme: orders-primary was removed/);
  goTo('/workspaces/acme/regions');
  expect(await screen.findByText(removedSentence)).toBeVisible();
});

it('a result is shown only if the token is verified for its workspace', async () => {
  const { user } = await renderScreen('/workspaces/acme/compute', { sandbox: { instances: 1 } });
  await deleteOne(user, 'orders-primary');
  expect(await screen.findByText(removedSentence)).toBeVisible();
  // Replace the rejected token with a token that is verified for another workspace only.
  goTo('/workspaces/history-error-401/subscription/history');
  await screen.findByText(/Your access token is no longer accepted/);
  await signIn(user, { workspaceSlug: 'beta' });
  // The result of acme stays on screen behind the sign-in form until the admin has signed in to beta.
  await waitFor(() => expect(readResults()).toBe(''));
  goTo('/workspaces/acme/regions');
  expect(await screen.findByText(removedSentence)).toBeVisible();
});

it.each([
  ['that another tab signs out', 'You signed out in another tab.', () => signOutMarker.renew('sandbox')],
  [
    'whose token is rejected',
    /Your access token is no longer accepted/,
    () => goTo('/workspaces/history-error-401/subscription/history'),
  ],
])('a tab %s keeps the deletion log until Sign out', async (_, message, endSession) => {
  const { user } = await renderScreen('/workspaces/acme/compute', { sandbox: { instances: 1 } });
  await deleteOne(user, 'orders-primary');
  expect(await screen.findByText(removedSentence)).toBeVisible();
  endSession();
  await screen.findByText(message);
  goTo('/workspaces/acme/compute');
  await signIn(user);
  expect(await readActivity(user)).toContain('orders-primary');
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await screen.findByRole('heading', { name: 'Sign in' });
  await signIn(user);
  expect(await readActivity(user)).not.toContain('orders-primary');
});

it('the token field gets the focus even if the form hides the focused button', async () => {
  const { user } = await renderScreen('/workspaces/later-error-401/compute');
  await screen.findByText('9 instances');
  const refreshButton = await screen.findByRole('button', { name: 'Refresh' });
  await user.click(refreshButton);
  await screen.findByText(/Your access token is no longer accepted/);
  expect(refreshButton.closest('[inert]')).not.toBeNull();
  await waitFor(() => expect(screen.getByLabelText('Access token')).toHaveFocus());
});

async function readActivity(user: UserEvent): Promise<string | null> {
  await user.click(await screen.findByRole('button', { name: 'Activity' }));
  const { textContent } = await screen.findByRole('dialog', { name: 'Activity' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  return textContent;
}

function readResults(): string | null {
  return screen.getByRole('status', { name: 'Results' }).textContent;
}
