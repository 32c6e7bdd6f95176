// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../support/renderConsole.tsx';

// In a file of its own, because React Query listens to the page of the first test only.
it("the server's database is away → one sentence above the screen until it is back", async () => {
  const { browser } = await renderScreen('/workspaces/acme/regions');
  await screen.findByRole('list', { name: 'Regions of CLOUDA' });
  const message = "The console's database doesn't answer.";
  browser.answer = () => Response.json({ message, statusCode: 503, code: 'storage' }, { status: 503 });
  await waitFor(() => {
    window.dispatchEvent(new Event('visibilitychange'));
    expect(screen.getByText(message)).toBeVisible();
  });
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  browser.answer = null;
  // Earlier than the next poll.
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});
