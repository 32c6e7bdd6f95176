// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { signOutMarker, storedSession } from '../../src/session/storedSession.ts';
import { aSession, aVerifiedToken } from './aSession.ts';

const nine = Date.UTC(2026, 2, 2, 9);
const handed = {
  workspaceSlug: 'acme',
  token: 't0ken',
  signedInAt: nine - 5,
  activeAt: nine,
  signOut: null,
};

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['Date'], now: nine });
  return () => vi.useRealTimers();
});

describe('a session from another tab', () => {
  it('continues with its times and is stored', () => {
    const store = aSession();
    store.accept(handed);
    expect(store.get()).toMatchObject({
      status: 'signed-in',
      signedInAt: nine - 5,
      verifiedWorkspaces: ['acme'],
    });
    expect(storedSession.read('sandbox')).toMatchObject({ token: 't0ken', signedInAt: nine - 5 });
  });

  it('is ignored if somebody is signed in, or has signed out since it began', () => {
    const store = aSession();
    store.enter(aVerifiedToken('mine', 'beta'), false);
    store.accept(handed);
    expect(store.get()).toMatchObject({ verifiedWorkspaces: ['beta'] });
    store.end(null);
    signOutMarker.renew('sandbox');
    store.accept(handed);
    expect(store.get().status).toBe('signed-out');
    store.accept({ ...handed, signOut: signOutMarker.read('sandbox') });
    expect(store.get().status).toBe('signed-in');
  });
});

it('does not continue an expired session of another tab', () => {
  const store = aSession();
  vi.setSystemTime(nine + 900_000);
  store.accept(handed);
  expect(store.get()).toMatchObject({ status: 'signed-out', why: 'idle' });
  expect(storedSession.read('sandbox')).toBeNull();
});
