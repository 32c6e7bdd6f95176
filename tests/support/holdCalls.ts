import type { Page } from '@playwright/test';

type FakeResponse = { status?: number; json: unknown };

/**
 * Holds the requests of a page to a URL.
 * @returns a function that sends the held requests to the service, or answers them with a fake response
 */
export async function holdCalls(
  page: Page,
  url: string | RegExp = '**/compute/*',
  onRequest = () => {},
): Promise<(fakeResponse?: FakeResponse) => Promise<void>> {
  let release = (_fakeResponse?: FakeResponse) => {};
  const responseReleased = new Promise<FakeResponse | undefined>((resolve) => {
    release = resolve;
  });
  const responses: Promise<void>[] = [];
  await page.route(url, (route) => {
    onRequest();
    const response = responseReleased.then(async (fakeResponse) => {
      const done = fakeResponse === undefined ? route.continue() : route.fulfill(fakeResponse);
      // Ignore errors, because the page may already be closed.
      await done.catch(() => undefined);
    });
    responses.push(response);
    return response;
  });
  return async (fakeResponse) => {
    release(fakeResponse);
    await Promise.all(responses);
  };
}
