import type { BrowserContext, Page } from '@playwright/test';

/** Searches a page and texts for a token. */
export type TokenSweep = {
  /** Searches everything that a script of the page or its user can read now. */
  look(page: Page, moment: string): Promise<void>;
  /** Searches a text that left the page: a file, a copy, a log. */
  read(text: string, place: string): void;
  /** Names of the places that contain the token. */
  found: readonly string[];
};

/** Watches console, errors and requests of a context for a token. */
export function createTokenSweep(context: BrowserContext, token: string): TokenSweep {
  const needles = [
    token,
    encodeURIComponent(token),
    Buffer.from(token).toString('base64').replace(/=+$/, ''),
  ];
  const found: string[] = [];

  function read(text: string, place: string) {
    if (needles.some((needle) => text.includes(needle))) found.push(place);
  }

  context.on('console', (message) => read(message.text(), 'console'));
  context.on('weberror', (error) => read(`${error.error().stack}`, 'error'));
  context.on('request', (request) => {
    read(request.url(), `address of ${request.method()} ${request.url()}`);
    read(request.headers().referer ?? '', 'referrer of a request');
    read(request.postData() ?? '', 'body of a request');
  });

  return {
    read,
    found,
    async look(page, moment) {
      for (const [place, text] of Object.entries(await page.evaluate(readable)))
        read(text, `${place}, ${moment}`);
      read(page.url(), `address bar, ${moment}`);
      read(JSON.stringify(await context.cookies()), `cookies, ${moment}`);
    },
  };
}

/** Runs in the page. Returns the texts that it shows and stores, by place, except for the stored session. */
async function readable(): Promise<Record<string, string>> {
  const stored: unknown[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
    });
    for (const store of db.objectStoreNames)
      stored.push(
        await new Promise((resolve) => {
          const all = db.transaction(store).objectStore(store).getAll();
          all.onsuccess = () => resolve(all.result);
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
  const kept = Object.entries({ ...sessionStorage }).filter(
    ([name]) => name !== 'workspace-console.3.session.sandbox',
  );
  return {
    DOM: document.documentElement.outerHTML,
    fields: fields
      .filter(({ name }) => name !== 'token')
      .map(({ value }) => value)
      .join('\n'),
    history: JSON.stringify(history.state),
    localStorage: JSON.stringify({ ...localStorage }),
    sessionStorage: JSON.stringify(kept),
    IndexedDB: JSON.stringify(stored),
    CacheStorage: responses.join('\n'),
    cookie: document.cookie,
    referrer: document.referrer,
    'performance entries': JSON.stringify(performance.getEntries().map(({ name }) => name)),
    'window name': window.name,
  };
}
