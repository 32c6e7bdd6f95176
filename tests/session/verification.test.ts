// @vitest-environment jsdom
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { SessionStore } from '../../src/session/session.ts';
import { connectionOf, createTestSession, verifiedToken } from './testSession.ts';

const acme = { workspaceSlug: 'acme', token: ' Bearer t0ken\n', isPersistent: true };
/** A session of another tab. */
const handed = {
  workspaceSlug: 'beta',
  token: 'handed',
  sessionId: null,
  signedInAt: Date.now(),
  activeAt: Date.now(),
  signOut: null,
};

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  history.replaceState(null, '', '/');
});

describe('a sign-in', () => {
  it('sends one request with the token, and logs it in the new session', async () => {
    const { store, answer, enter } = await site();
    const entering = enter();
    const asked = await answer();
    expect(asked).toEqual({ path: '/workspaces/acme/regions', authorization: 'Bearer t0ken' });
    expect(await entering).toBe('verified');
    expect(store.get()).toMatchObject({ status: 'signed-in', verifiedWorkspaces: ['acme'] });
    expect(connectionOf(store)).toMatchObject({ token: 't0ken', serviceId: 'sandbox' });
    expect(store.isPersistent()).toBe(true);
    expect(store.requests.getState()).toMatchObject([{ path: '/workspaces/acme/regions', status: 200 }]);
  });

  it.each([
    ['/workspaces/acme/regions', []],
    ['/workspaces/beta/regions', ['/workspaces/acme/regions']],
    ['/', []],
  ])('at %s navigates to %j', async (path, moves) => {
    const { store, answer, enter, moved } = await site();
    history.replaceState(null, '', path);
    const entering = enter();
    await answer();
    expect(await entering).toBe('verified');
    expect(moved).toEqual(moves.map((to) => [to, 'signed-out']));
    expect(store.get().status).toBe('signed-in');
  });

  it.each<[string, number, Leave]>([
    ['it was aborted', 200, (_, abort) => abort()],
    ['the user opened another workspace', 200, () => history.pushState(null, '', '/workspaces/beta/compute')],
    ['another tab’s session replaced it', 200, (store) => store.accept(handed)],
    ['another tab’s session replaced it and it failed', 401, (store) => store.accept(handed)],
  ])('changes no state after a late response: %s, then %d', async (_, status, leave) => {
    const { store, answer, enter, abort, moved } = await site();
    const entering = enter();
    let stateBefore: unknown;
    await answer(status, () => {
      leave(store, abort);
      stateBefore = store.get();
    });
    expect(await entering).toBe('outdated');
    expect([store.get(), moved]).toEqual([stateBefore, []]);
  });

  it('reports a failure of the console itself', async () => {
    const { enter, answer } = await site(() => {
      throw new Error('a mistake of ours');
    });
    const entering = enter();
    await answer();
    expect(await entering).toEqual({
      title: 'Something went wrong while checking your token.',
      next: 'Reload the page and try again.',
      field: null,
      error: null,
    });
  });
});

describe('verifying another workspace', () => {
  it('uses the session’s token and request log', async () => {
    const { store, answer, verifyBeta } = await signedIn();
    const verifying = verifyBeta();
    expect(await answer()).toEqual({ path: '/workspaces/beta/regions', authorization: 'Bearer t0ken' });
    expect(await verifying).toBe('verified');
    expect(store.get()).toMatchObject({ verifiedWorkspaces: ['beta', 'acme'], isRejected: false });
    expect(store.requests.getState()).toMatchObject([{ path: '/workspaces/beta/regions', status: 200 }]);
  });

  it('does not reject the token after a 401 from that workspace', async () => {
    const { store, answer, verifyBeta } = await signedIn();
    const verifying = verifyBeta();
    await answer(401);
    expect(await verifying).toMatchObject({ field: 'token', error: { kind: 'rejected-token' } });
    expect(store.get()).toMatchObject({ verifiedWorkspaces: ['acme'], isRejected: false });
  });

  it.each<[string, number, Leave]>([
    ['it was aborted', 1, (_, abort) => abort()],
    ['the session ended first', 0, (store) => store.end(null)],
    ['another token signed in', 0, (store) => store.enter(verifiedToken('other', 'gamma'), false)],
  ])('changes no state after a late response: %s; log lines: %d', async (_, lines, leave) => {
    const { store, answer, abort, verifyBeta } = await signedIn();
    const verifying = verifyBeta();
    let stateBefore: unknown;
    await answer(200, () => {
      leave(store, abort);
      stateBefore = store.get();
    });
    expect(await verifying).toBe('outdated');
    expect(store.get()).toBe(stateBefore);
    expect(store.requests.getState()).toHaveLength(lines);
  });

  it('sends nothing after the session has ended', async () => {
    const { store, verifyBeta, asked } = await signedIn();
    store.end(null);
    expect(await verifyBeta()).toMatchObject({
      title: 'You’re signed out. No request was sent.',
      error: null,
    });
    expect(asked()).toBe(0);
  });
});

type Leave = (store: SessionStore, abort: () => void) => void;

async function signedIn() {
  const made = await site();
  const { store, signal } = made;
  store.enter(verifiedToken(), false);
  const connection = connectionOf(store);
  return {
    ...made,
    verifyBeta: () => store.verifyWorkspace(connection, 'beta', signal),
  };
}

/** Creates a signed-out session and a service that responds when the test calls `answer`. */
async function site(onVerified = () => {}) {
  const waiting: (() => void)[] = [];
  const calls: { path: string; authorization: string | undefined; response: ServerResponse }[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    calls.push({ path: url, authorization: headers.authorization, response });
    for (const wake of waiting.splice(0)) wake();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The service has no port.');
  const store = createTestSession({ serviceUrl: `http://127.0.0.1:${address.port}`, onVerified });
  const leaving = new AbortController();
  const { signal } = leaving;
  const moved: string[][] = [];

  /** Responds to the first call. @param before runs before the response is sent */
  async function answer(status = 200, before = () => {}) {
    if (calls.length === 0) await new Promise<void>((wake) => waiting.push(wake));
    const [call] = calls;
    if (call === undefined) throw new Error('Nothing was asked.');
    const { response, ...asked } = call;
    before();
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(status === 200 ? '["CLOUDA_US_WEST_2"]' : '{"message":"No.","statusCode":401}');
    return asked;
  }

  return {
    store,
    signal,
    moved,
    answer,
    abort: () => leaving.abort(),
    asked: () => calls.length,
    enter: (credentials = acme) =>
      store.signIn(credentials, signal, (path) => moved.push([path, store.get().status])),
  };
}
