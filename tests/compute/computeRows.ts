import type { Locator, Page } from '@playwright/test';

/** The rows of the Compute table's page, including rows that an open dialog hides from screen readers. */
export function rows(page: Page): Locator {
  return page.getByRole('table', { name: 'Compute instances', includeHidden: true }).locator('tbody tr');
}

export async function selectRows(page: Page, labels: readonly string[]): Promise<void> {
  for (const label of labels)
    await page.getByRole('checkbox', { name: `Select ${label}`, exact: true }).check();
}

export async function deleteSelected(page: Page, count: number): Promise<void> {
  const button = { name: `Delete ${count} instances`, exact: true };
  await page.getByRole('button', button).click();
  const dialog = page.getByRole('alertdialog', button);
  const phrase = `delete ${count} in acme`;
  await dialog.getByLabel(`Type ${phrase} to confirm`).fill(phrase);
  await dialog.getByRole('button', button).click();
}

export async function deleteOne(page: Page, label: string): Promise<Locator> {
  await page.getByRole('button', { name: `Delete ${label}`, exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: new RegExp(label) });
  await dialog.getByLabel(`Type ${label} to confirm`).fill(label);
  await dialog.getByRole('button', { name: 'Delete instance' }).click();
  return dialog;
}
