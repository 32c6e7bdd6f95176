import type { Page, Request } from '@playwright/test';

/** Returns a set that always contains the pending requests of the page. */
export function trackPendingRequests(page: Page): ReadonlySet<Request> {
  const pendingRequests = new Set<Request>();
  page.on('request', (request) => pendingRequests.add(request));
  page.on('requestfinished', (request) => pendingRequests.delete(request));
  page.on('requestfailed', (request) => pendingRequests.delete(request));
  return pendingRequests;
}
