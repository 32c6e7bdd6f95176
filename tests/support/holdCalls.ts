import type { Page } from '@playwright/test';

type Answer = { status?: number; json: unknown };

/**
 * Holds the matching requests of a page.
 * @returns a function that releases the requests. They get the response of the service, or the given answer. The function
 *   resolves after all responses.
 */
export async function holdCalls(
  page: Page,
  url: string | RegExp = '**/compute/*',
  onCall = () => {},
): Promise<(answer?: Answer) => Promise<void>> {
  let release = (_answer?: Answer) => {};
  const released = new Promise<Answer | undefined>((resolve) => {
    release = resolve;
  });
  const responses: Promise<void>[] = [];
  await page.route(url, (route) => {
    onCall();
    const response = released.then(async (answer) => {
      const done = answer === undefined ? route.continue() : route.fulfill(answer);
      // Ignore errors, because the page may already be closed.
      await done.catch(() => undefined);
    });
    responses.push(response);
    return response;
  });
  return async (answer) => {
    release(answer);
    await Promise.all(responses);
  };
}
