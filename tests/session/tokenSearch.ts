import type { BrowserContext, Page } from '@playwright/test';

export type TokenSearch = {
  /** Searches the page, its storage, URL and cookies, but not the token field or the stored session. */
  searchPage(page: Page, moment: string): Promise<void>;
  /** Searches text outside the page, such as a file, the clipboard or a log. */
  searchText(text: string, place: string): void;
  /** Names of the places that contain the token. */
  found: readonly string[];
};

/** Creates a search for a token. Also watches the console, the errors and the requests of all pages. */
export function createTokenSearch(context: BrowserContext, token: string): TokenSearch {
  const tokenForms = [
    token,
    encodeURIComponent(token),
    Buffer.from(token).toString('base64').replace(/=+$/, ''),
  ];
  const foundPlaces: string[] = [];

  function searchText(text: string, place: string) {
    if (tokenForms.some((form) => text.includes(form))) foundPlaces.push(place);
  }

  context.on('console', (message) => searchText(message.text(), 'console'));
  context.on('weberror', (error) => searchText(`${error.error().stack}`, 'error'));
  context.on('request', (request) => {
    searchText(request.url(), `address of ${request.method()} ${request.url()}`);
    searchText(request.headers().referer ?? '', 'referrer of a request');
    searchText(request.postData() ?? '', 'body of a request');
  });

  return {
    searchText,
    found: foundPlaces,
    async searchPage(page, moment) {
      for (const [place, text] of Object.entries(await page.evaluate(readTexts)))
        searchText(text, `${place}, ${moment}`);
      searchText(page.url(), `address bar, ${moment}`);
      searchText(JSON.stringify(await context.cookies()), `cookies, ${moment}`);
    },
  };
}

/**
 * Runs in the page. Returns the text of each place that could contain the token, such as IndexedDB. Excludes the token field
 * and the stored session.
 */
async function readTexts(): Promise<Record<string, string>> {
  const storedValues: unknown[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const openRequest = indexedDB.open(name);
      openRequest.onsuccess = () => resolve(openRequest.result);
    });
    for (const store of db.objectStoreNames)
      storedValues.push(
        await new Promise((resolve) => {
          const getRequest = db.transaction(store).objectStore(store).getAll();
          getRequest.onsuccess = () => resolve(getRequest.result);
        }),
      );
    db.close();
  }
  const responses: string[] = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      responses.push(request.url, (await (await cache.match(request))?.text()) ?? '');
  }
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')];
  const sessionItems = Object.entries({ ...sessionStorage }).filter(
    ([name]) => name !== 'workspace-console.4.session.sandbox',
  );
  return {
    DOM: document.documentElement.outerHTML,
    fields: fields
      .filter(({ name }) => name !== 'token')
      .map(({ value }) => value)
      .join('\n'),
    history: JSON.stringify(history.state),
    localStorage: JSON.stringify({ ...localStorage }),
    sessionStorage: JSON.stringify(sessionItems),
    IndexedDB: JSON.stringify(storedValues),
    CacheStorage: responses.join('\n'),
    cookie: document.cookie,
    referrer: document.referrer,
    'performance entries': JSON.stringify(performance.getEntries().map(({ name }) => name)),
    'window name': window.name,
  };
}
