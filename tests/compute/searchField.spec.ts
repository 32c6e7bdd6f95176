import { expect, type Page } from '@playwright/test';
import { test } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';
import { rows } from './computeRows.ts';

test('a delayed URL update does not replace text that was typed later', async ({ page }) => {
  await openScreen(page, '/workspaces/acme/regions');
  const field = page.getByRole('searchbox', { name: 'Search regions' });
  await runAfterNextUrlChange(page, () => {
    const input = document.querySelector('input');
    // Call the native setter, because React ignores a value that is assigned to the input directly.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'west');
    input?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await field.fill('we');
  await expect(field).toHaveValue('west');
  // Collect the value of the field in every frame until the URL changes.
  const seen = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const values = new Set<string>();
        const collectValue = () => {
          values.add(document.querySelector('input')?.value ?? '');
          if (location.search === '?q=west') resolve([...values]);
          else requestAnimationFrame(collectValue);
        };
        collectValue();
      }),
  );
  expect(seen).toEqual(['west']);
});

test('Clear search cancels a delayed URL update, but opening Activity does not', async ({ page }) => {
  await page.clock.install();
  await openScreen(page, '/workspaces/acme/compute');
  const field = page.getByRole('searchbox', { name: 'Search instances' });
  await field.fill('nothing-like-this');
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(field).toHaveValue('');
  await expect(rows(page).first()).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(field).toHaveValue('');
  expect(new URL(page.url()).search).toBe('');

  const activity = page.getByRole('button', { name: 'Activity' });
  await activity.hover();
  await expect(activity).toBeVisible();
  await runAfterNextUrlChange(page, () => {
    for (const button of document.querySelectorAll('button'))
      if (button.textContent === 'Activity') button.click();
  });
  await field.fill('orders');
  await expect(page.getByRole('dialog', { name: 'Activity' })).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(page.getByRole('dialog', { name: 'Activity' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('?q=orders&panel=activity');
});

/** Runs code in the page after the next URL change, before the next frame or task. */
async function runAfterNextUrlChange(page: Page, act: () => void): Promise<void> {
  await page.evaluate(`(() => {
    const replace = history.replaceState;
    history.replaceState = (...state) => {
      history.replaceState = replace;
      replace.apply(history, state);
      queueMicrotask(${String(act)});
    };
  })()`);
}
