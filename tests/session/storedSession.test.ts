// @vitest-environment jsdom
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { decodeSession, signOutMarker, storedSession } from '../../src/session/storedSession.ts';
import { connectionOf, createTestSession, verifiedToken } from './testSession.ts';

const stored = {
  workspaceSlug: 'acme',
  token: 't0ken',
  sessionId: 'first',
  signedInAt: Date.UTC(2026, 2, 2, 9),
  activeAt: Date.UTC(2026, 2, 2, 9),
  signOut: 'marker',
};
const staging = { serviceUrl: '/api', serviceId: 'staging' };
const production = { serviceUrl: '/api', serviceId: 'production' };

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

describe('decodeSession', () => {
  it('returns the known fields only', () => {
    expect(decodeSession({ ...stored, more: 1 })).toEqual(stored);
  });

  it('treats a session without a sign-out marker as never signed out', () => {
    expect(decodeSession({ ...stored, signOut: undefined })).toMatchObject({ signOut: null });
    expect(decodeSession({ ...stored, signOut: 7 })).toMatchObject({ signOut: null });
  });

  it.each([
    ['no workspace', { ...stored, workspaceSlug: null }],
    ['a token with a line break', { ...stored, token: 'a\nb' }],
    ['a token that is no text', { ...stored, token: 7 }],
    ['no time of its sign-in', { ...stored, signedInAt: undefined }],
    ['a last activity that is no time', { ...stored, activeAt: '7' }],
    ['null', null],
    ['a text', 'session'],
  ])('gives null for %s', (_, value) => {
    expect(decodeSession(value)).toBeNull();
  });
});

describe('the stored session', () => {
  it.each(['', '{"workspaceSlug":"acme",', 'null'])('is null if %j is stored', (text) => {
    sessionStorage.setItem('workspace-console.3.session.staging', text);
    expect(storedSession.read('staging')).toBeNull();
  });

  it('belongs to one service, but a sign-out removes the sessions of all services', () => {
    const session = createTestSession(staging);
    session.enter(verifiedToken(), true);
    const other = createTestSession(production);
    expect(other.get().status).toBe('signed-out');
    expect(createTestSession(staging).get().status).toBe('signed-in');
    other.enter(verifiedToken('other', 'beta'), true);
    expect(connectionOf(createTestSession(staging)).token).toBe('t0ken');
    other.end(null);
    expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/t0ken|other/);
  });
});

describe('the session of the second edition', () => {
  const oldSession = JSON.stringify({ serviceUrl: '/api', ...stored });
  const oldName = 'workspace-console.session';
  const oldMarkerName = 'workspace-console.signed-out."/api"';

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: stored.signedInAt });
    sessionStorage.setItem(oldName, oldSession);
    localStorage.setItem(oldMarkerName, 'marker');
    return () => vi.useRealTimers();
  });

  it('continues at the first service that is opened with its URL, and nowhere else', () => {
    expect(connectionOf(createTestSession(staging)).token).toBe('t0ken');
    expect([sessionStorage.getItem(oldName), localStorage.getItem(oldMarkerName)]).toEqual([null, null]);
    expect(signOutMarker.read('staging')).toBe('marker');
    expect(createTestSession(production).get().status).toBe('signed-out');
    // Another tab still has a session of the second edition.
    sessionStorage.setItem(oldName, oldSession);
    expect(createTestSession(production).get().status).toBe('signed-out');
    expect(storedSession.read('production')).toBeNull();
    expect(createTestSession(staging).get().status).toBe('signed-in');
  });

  it('is not adopted by a service with another URL', () => {
    expect(createTestSession({ ...staging, serviceUrl: '/other' }).get().status).toBe('signed-out');
    expect(sessionStorage.getItem(oldName)).toBe(oldSession);
  });

  it('is over if somebody has signed out since', () => {
    localStorage.setItem(oldMarkerName, 'later');
    expect(createTestSession(staging).get()).toMatchObject({ status: 'signed-out', why: 'elsewhere' });
    expect(sessionStorage.length).toBe(0);
  });

  it('is removed by a sign-out from another service', () => {
    localStorage.setItem('workspace-console.3.adopted-by."/api"', 'staging');
    const session = createTestSession(production);
    session.enter(verifiedToken('other'), false);
    session.end(null);
    expect(sessionStorage.length).toBe(0);
  });
});

describe('a browser that blocks storage', () => {
  it('still signs in and out', () => {
    const unblock = block('setItem');
    const store = createTestSession();
    store.enter(verifiedToken(), true);
    signOutMarker.renew('sandbox');
    expect(store.get().status).toBe('signed-in');
    store.end(null);
    expect(store.get().status).toBe('signed-out');
    unblock();
    expect(signOutMarker.read('sandbox')).toBeNull();
  });

  it('has neither a session nor a sign-out, whatever was stored before', () => {
    storedSession.write('sandbox', stored);
    signOutMarker.renew('sandbox');
    block('getItem');
    expect(storedSession.read('sandbox')).toBeNull();
    expect(signOutMarker.read('sandbox')).toBeNull();
  });
});

/** @returns a function that unblocks storage, which also happens at the end of the test */
function block(name: 'getItem' | 'setItem'): () => void {
  const blocked = vi.spyOn(Storage.prototype, name).mockImplementation(() => {
    throw new Error('blocked');
  });
  const unblock = () => blocked.mockRestore();
  onTestFinished(unblock);
  return unblock;
}
