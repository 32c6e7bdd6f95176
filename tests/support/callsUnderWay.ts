import type { Page, Request } from '@playwright/test';

/** Tracks the page's running requests from now on. */
export function callsUnderWay(page: Page): ReadonlySet<Request> {
  const open = new Set<Request>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return open;
}
