import type { Page } from '@playwright/test';

type Answer = { status?: number; json: unknown };

/**
 * Holds requests of a page until they are released.
 * @returns a function that sends them to the service or gives each a response, and resolves after all responses
 */
export async function holdCalls(
  page: Page,
  url: string | RegExp = '**/compute/*',
  onCall = () => {},
): Promise<(answer?: Answer) => Promise<void>> {
  let letGo = (_answer?: Answer) => {};
  const held = new Promise<Answer | undefined>((resolve) => {
    letGo = resolve;
  });
  const ends: Promise<void>[] = [];
  await page.route(url, (route) => {
    onCall();
    const end = held.then(async (answer) => {
      const done = answer === undefined ? route.continue() : route.fulfill(answer);
      // The page may be closed.
      await done.catch(() => undefined);
    });
    ends.push(end);
    return end;
  });
  return async (answer) => {
    letGo(answer);
    await Promise.all(ends);
  };
}
