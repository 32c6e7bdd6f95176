// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../support/renderConsole.tsx';

test('selecting or deleting one row changes at most the position of other rows', async () => {
  const { user } = await renderScreen('/workspaces/acme/compute?database=orders', {
    sandbox: { instances: 9 },
  });
  await screen.findByRole('button', { name: 'Delete orders-primary' });
  const [first, second, third] = shownRows();
  await user.click(screen.getByRole('checkbox', { name: `Select ${second?.slice(2)}` }));
  expect(shownRows()).toEqual([first, `${second} selected`, third]);

  await user.click(screen.getByRole('button', { name: 'Clear selection' }));
  await user.click(screen.getByRole('button', { name: `Delete ${first?.slice(2)}` }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.type(dialog.getByRole('textbox'), first?.slice(2) ?? '');
  await user.click(dialog.getByRole('button', { name: 'Delete instance' }));
  await waitFor(() => expect(shownRows()).toHaveLength(2));
  expect(shownRows()).toEqual([`2 ${second?.slice(2)}`, `3 ${third?.slice(2)}`]);
});

/** Returns the position, name and selection of each row. */
function shownRows(): string[] {
  return screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^Select (?!all)/ }).map((box) => {
    const position = box.closest('tr')?.getAttribute('aria-rowindex');
    return `${position} ${box.getAttribute('aria-label')?.slice(7)}${box.checked ? ' selected' : ''}`;
  });
}
