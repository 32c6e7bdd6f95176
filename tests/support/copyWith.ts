import { expect, type Locator } from '@playwright/test';

/** Clicks a copy button and returns the copied text. Waits for it, because the click ends earlier. */
export async function copyWith(button: Locator): Promise<string> {
  const page = button.page();
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await button.click();
  let copied = '';
  await expect
    .poll(async () => {
      copied = await page.evaluate(() => navigator.clipboard.readText());
      return copied;
    })
    .not.toBe('');
  return copied;
}
