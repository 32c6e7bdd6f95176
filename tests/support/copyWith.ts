import { expect, type Locator } from '@playwright/test';

/** Clicks a copy button and returns the copied text. Waits for the text, because the click resolves before the copy. */
export async function copyWith(button: Locator): Promise<string> {
  const page = button.page();
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await button.click();
  let copiedText = '';
  await expect
    .poll(async () => {
      copiedText = await page.evaluate(() => navigator.clipboard.readText());
      return copiedText;
    })
    .not.toBe('');
  return copiedText;
}
