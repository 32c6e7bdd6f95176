import type { Page, Request } from '@playwright/test';

/** The requests of a page that have no end yet, from now on. Where it is empty, nothing is on its way. */
export function callsUnderWay(page: Page): ReadonlySet<Request> {
  const open = new Set<Request>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return open;
}
