import type { Page } from '@playwright/test';

type Answer = { status?: number; json: unknown };

/**
 * Keeps calls of a page from leaving it until they are let go.
 * @returns lets them go: to the service, or answered with what is given
 */
export async function holdCalls(
  page: Page,
  url: string | RegExp = '**/compute/*',
  onCall = () => {},
): Promise<(answer?: Answer) => void> {
  let letGo = (_answer?: Answer) => {};
  const held = new Promise<Answer | undefined>((resolve) => {
    letGo = resolve;
  });
  await page.route(url, async (route) => {
    onCall();
    const answer = await held;
    const done = answer === undefined ? route.continue() : route.fulfill(answer);
    // The page may be gone by then.
    await done.catch(() => undefined);
  });
  return (answer) => letGo(answer);
}
