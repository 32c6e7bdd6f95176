// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { signOutMarker } from '../../src/session/storedSession.ts';
import { deleteOne } from '../compute/deletion/deleteOnScreen.ts';
import { goTo, renderScreen, signIn } from '../support/renderConsole.tsx';

const sentence = /^orders-primary was removed and is queued for deletion\./;

it('names the workspace of a result after switching to another one', async () => {
  const { user } = await renderScreen('/workspaces/acme/compute', { sandbox: { instances: 1 } });
  await deleteOne(user, 'orders-primary');
  expect(await screen.findByText(sentence)).toBeVisible();
  goTo('/workspaces/beta/regions');
  await screen.findByRole('list', { name: 'Regions of CLOUDA' });
  expect(results()).toMatch(/^Workspace acme: orders-primary was removed/);
  goTo('/workspaces/acme/regions');
  expect(await screen.findByText(sentence)).toBeVisible();
});

it('shows a result only if the token is verified for its workspace', async () => {
  const { user } = await renderScreen('/workspaces/acme/compute', { sandbox: { instances: 1 } });
  await deleteOne(user, 'orders-primary');
  expect(await screen.findByText(sentence)).toBeVisible();
  // A token that was rejected is replaced by one that is verified for another workspace.
  goTo('/workspaces/history-error-401/subscription/history');
  await screen.findByText(/Your access token is no longer accepted/);
  await signIn(user, { workspaceSlug: 'beta' });
  // The console behind the sign-in form shows the old result until the token is verified.
  await waitFor(() => expect(results()).toBe(''));
  goTo('/workspaces/acme/regions');
  expect(await screen.findByText(sentence)).toBeVisible();
});

it.each([
  [
    'with the sign-out marker renewed',
    'You signed out in another tab.',
    () => signOutMarker.renew('sandbox'),
  ],
  [
    'because the token is rejected',
    /Your access token is no longer accepted/,
    () => goTo('/workspaces/history-error-401/subscription/history'),
  ],
])(
  'keeps the deletion log when the session ends %s, and clears it on Sign out',
  async (_, message, endSession) => {
    const { user } = await renderScreen('/workspaces/acme/compute', { sandbox: { instances: 1 } });
    await deleteOne(user, 'orders-primary');
    expect(await screen.findByText(sentence)).toBeVisible();
    endSession();
    await screen.findByText(message);
    goTo('/workspaces/acme/compute');
    await signIn(user);
    expect(await activity(user)).toContain('orders-primary');
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    await screen.findByRole('heading', { name: 'Sign in' });
    await signIn(user);
    expect(await activity(user)).not.toContain('orders-primary');
  },
);

async function activity(user: UserEvent): Promise<string | null> {
  await user.click(await screen.findByRole('button', { name: 'Activity' }));
  const { textContent } = await screen.findByRole('dialog', { name: 'Activity' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  return textContent;
}

function results(): string | null {
  return screen.getByRole('status', { name: 'Results' }).textContent;
}
