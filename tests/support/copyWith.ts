import { expect, type Locator } from '@playwright/test';

/** Presses a copy button and waits for what it copies: the clipboard is written after the click has ended. */
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
