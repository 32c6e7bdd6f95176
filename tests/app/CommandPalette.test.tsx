// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../support/renderConsole.tsx';

it('the palette folds case, accents and ligatures as the table does', async () => {
  const { user } = await renderScreen('/workspaces/acme/compute', { sandbox: { instances: 60 } });
  await screen.findByRole('button', { name: 'orders-backfill' });
  await user.keyboard('{Control>}k{/Control}');
  const input = await screen.findByRole('combobox');
  for (const [search, found] of [
    ['re\u0301gions', 'Regions'],
    ['back\ufb01ll ORDERS', /^orders-backfill/],
  ] as const) {
    await user.clear(input);
    await user.type(input, search);
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(found),
    ]);
  }
});
