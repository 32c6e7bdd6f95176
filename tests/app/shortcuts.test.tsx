// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { shortcuts } from '../../src/app/shortcuts.ts';
import { renderScreen } from '../support/renderConsole.tsx';

it('no two shortcuts have the same keys', () => {
  const keys = shortcuts.everywhere.flatMap((shortcut) => shortcut.keys);
  expect(new Set(keys).size).toBe(keys.length);
});

it('only Ctrl K and ⌘K open the palette', async () => {
  const { user } = await renderScreen('/workspaces/acme/regions');
  await screen.findByRole('list', { name: 'Regions of CLOUDA' });
  press('k');
  press('k', { ctrlKey: true, shiftKey: true });
  press('k', { ctrlKey: true, metaKey: true });
  press('k', { ctrlKey: true, repeat: true });
  expect(screen.queryByRole('dialog')).toBeNull();
  for (const modifier of [{ ctrlKey: true }, { metaKey: true }]) {
    press('k', modifier);
    expect(await screen.findByRole('dialog', { name: 'Command palette' })).toBeVisible();
    await user.keyboard('{Escape}');
  }
});

it('/ and Shift+/ focus the search, and Shift+? opens the list of shortcuts', async () => {
  const { user } = await renderScreen('/workspaces/acme/regions');
  const search = await screen.findByRole('searchbox');
  for (const shiftKey of [false, true]) {
    search.blur();
    press('/', { shiftKey });
    expect(search).toHaveFocus();
  }
  // A key that is typed into a field doesn't run a shortcut.
  fireEvent.keyDown(search, { key: '?', shiftKey: true });
  expect(screen.queryByRole('dialog')).toBeNull();
  search.blur();
  press('?', { shiftKey: true });
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  // Shortcuts don't work in a dialog.
  press('g');
  press('s');
  expect(location.pathname).toBe('/workspaces/acme/regions');
  press('k', { ctrlKey: true });
  expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await user.keyboard('{Escape}');
});

it('shortcuts of a single key do nothing if the preferences turn them off', async () => {
  const { user } = await renderScreen('/workspaces/acme/regions');
  await user.click(await screen.findByRole('button', { name: 'Preferences' }));
  const singleKeys = within(await screen.findByRole('group', { name: 'Single-key shortcuts' }));
  await user.click(singleKeys.getByLabelText('Off'));
  await user.keyboard('{Escape}');
  press('g');
  press('s');
  press('?', { shiftKey: true });
  expect(location.pathname).toBe('/workspaces/acme/regions');
  expect(screen.queryByRole('dialog')).toBeNull();
  press('k', { ctrlKey: true });
  expect(await screen.findByRole('dialog', { name: 'Command palette' })).toBeVisible();
});

function press(key: string, init: KeyboardEventInit = {}): void {
  fireEvent.keyDown(document.body, { key, ...init });
}
