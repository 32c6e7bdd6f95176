// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { startService } from '../support/apiCalls.ts';
import { deferred } from '../support/deferred.ts';
import { jsonResponse } from '../support/rawResponses.ts';
import { connectionOf, createTestSession, prepareTab, sharedSession, verifiedToken } from './testSession.ts';

prepareTab();
beforeEach(() => history.replaceState(null, '', '/'));

describe('a sign-in', () => {
  it('sends one request with the token, and logs the request in the new session', async () => {
    const { store, requests, respond, signIn } = await openSite();
    respond();
    expect(await signIn()).toBe('verified');
    const headers = { authorization: 'Bearer t0ken' };
    expect(requests).toMatchObject([{ target: '/workspaces/acme/regions', headers }]);
    expect(store.getState()).toMatchObject({ status: 'signed-in', verifiedWorkspaces: ['acme'] });
    expect(connectionOf(store)).toMatchObject({ token: 't0ken', serviceId: 'sandbox' });
    expect(store.isPersistent()).toBe(true);
    expect(store.requests.getState()).toMatchObject([{ path: '/workspaces/acme/regions', status: 200 }]);
  });

  it.each([
    ['/workspaces/acme/regions', 'keeps the URL', []],
    ['/workspaces/beta/regions', 'first changes the URL', ['signed-out at /workspaces/acme/regions']],
    ['/', 'keeps the URL', []],
  ])('to the workspace acme at %s %s', async (path, _, expected) => {
    const { store, respond, signIn, navigations } = await openSite();
    history.replaceState(null, '', path);
    respond();
    expect(await signIn()).toBe('verified');
    expect(navigations).toEqual(expected);
    expect(store.getState().status).toBe('signed-in');
  });

  it.each<[string, number, (site: Site) => void]>([
    ['the form is closed', 200, ({ abort }) => abort()],
    ['the URL names another workspace', 200, () => history.pushState(null, '', '/workspaces/beta/regions')],
    ['another tab sends its session', 200, ({ store }) => store.acceptSession(sharedSession)],
    ['another tab sends its session', 401, ({ store }) => store.acceptSession(sharedSession)],
  ])('changes nothing if %s before the response (HTTP %d)', async (_, status, interrupt) => {
    const site = await openSite({ status });
    const result = site.signIn();
    await site.waitForRequests(1);
    interrupt(site);
    const stateBefore = site.store.getState();
    site.respond();
    expect(await result).toBe('outdated');
    expect([site.store.getState(), site.navigations]).toEqual([stateBefore, []]);
  });
});

describe('the verification of another workspace', () => {
  it('uses the token and the request log of the session', async () => {
    const { store, requests, respond, verifyBeta } = await openSignedInSite();
    respond();
    expect(await verifyBeta()).toBe('verified');
    const headers = { authorization: 'Bearer t0ken' };
    expect(requests).toMatchObject([{ target: '/workspaces/beta/regions', headers }]);
    expect(store.getState()).toMatchObject({ verifiedWorkspaces: ['beta', 'acme'], isRejected: false });
    expect(store.requests.getState()).toMatchObject([{ path: '/workspaces/beta/regions', status: 200 }]);
  });

  it('does not reject the token after a 401', async () => {
    const { store, respond, verifyBeta } = await openSignedInSite({ status: 401 });
    respond();
    expect(await verifyBeta()).toMatchObject({ field: 'token', error: { kind: 'rejected-token' } });
    expect(store.getState()).toMatchObject({ verifiedWorkspaces: ['acme'], isRejected: false });
  });

  it.each<[string, number, (site: Site) => void]>([
    ['it is canceled', 1, ({ abort }) => abort()],
    ['the session ends', 0, ({ store }) => store.end(null)],
    ['another token signs in', 0, ({ store }) => store.startSession(verifiedToken('other', 'gamma'), false)],
  ])('changes nothing if %s before the response (logged requests: %d)', async (_, loggedCount, interrupt) => {
    const site = await openSignedInSite();
    const result = site.verifyBeta();
    await site.waitForRequests(1);
    interrupt(site);
    const stateBefore = site.store.getState();
    site.respond();
    expect(await result).toBe('outdated');
    expect(site.store.getState()).toBe(stateBefore);
    expect(site.store.requests.getState()).toHaveLength(loggedCount);
  });

  it('sends nothing after the session has ended', async () => {
    const { store, requests, verifyBeta } = await openSignedInSite();
    store.end(null);
    expect(await verifyBeta()).toMatchObject({
      title: 'You’re signed out. No request was sent.',
      error: null,
    });
    expect(requests).toEqual([]);
  });
});

type Site = Awaited<ReturnType<typeof openSite>>;

async function openSignedInSite(options: { status?: number } = {}) {
  const site = await openSite(options);
  site.store.startSession(verifiedToken(), false);
  const connection = connectionOf(site.store);
  return { ...site, verifyBeta: () => site.store.verifyWorkspace(connection, 'beta', site.signal) };
}

/** Opens a signed-out session and a service that responds after the test has called `respond`. */
async function openSite({ status = 200 } = {}) {
  const response = deferred<void>();
  const body = status === 200 ? ['CLOUDA_US_WEST_2'] : { message: 'No.', statusCode: status };
  const { url, requests, waitForRequests } = await startService(() => [
    { waitFor: response.promise },
    jsonResponse(body, { status }),
  ]);
  const store = createTestSession({ serviceUrl: url });
  const navigations: string[] = [];
  const abortController = new AbortController();
  const { signal } = abortController;
  const credentials = { workspaceSlug: 'acme', token: ' Bearer t0ken\n', isPersistent: true };
  return {
    store,
    requests,
    waitForRequests,
    respond: () => response.resolve(),
    navigations,
    signal,
    abort: () => abortController.abort(),
    signIn: () =>
      store.signIn(credentials, signal, (path) => navigations.push(`${store.getState().status} at ${path}`)),
  };
}
