import type { Page, Request } from '@playwright/test';

/** Returns the set of pending requests of a page. The set changes with each request. */
export function trackPendingRequests(page: Page): ReadonlySet<Request> {
  const pending = new Set<Request>();
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return pending;
}
