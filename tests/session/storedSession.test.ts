// @vitest-environment jsdom
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { lastSignOut, storedSession } from '../../src/session/handover.ts';
import { aProof, aSession } from './aSession.ts';

const nine = Date.UTC(2026, 2, 2, 9);
const kept = {
  serviceUrl: '/api',
  workspaceSlug: 'acme',
  token: 't0ken',
  signedInAt: nine,
  activeAt: nine,
  signOut: 'last',
};

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

describe('what a tab keeps', () => {
  it('is read again as it was written', () => {
    storedSession.write(kept);
    expect(storedSession.read('/api')).toEqual(kept);
  });

  it.each(['', '{"serviceUrl":"/api",', 'null'])('is nothing where %j stands in its place', (text) => {
    sessionStorage.setItem('workspace-console.session', text);
    expect(storedSession.read('/api')).toBeNull();
  });
});

describe('a browser that blocks storage', () => {
  it('still signs in and out', () => {
    const unblock = block('setItem');
    const store = aSession();
    store.enter(aProof(), true);
    lastSignOut.renew('/api');
    expect(store.get().status).toBe('signed-in');
    store.end(null, false);
    expect(store.get().status).toBe('signed-out');
    unblock();
    expect(lastSignOut.read('/api')).toBeNull();
  });

  it('knows of no session and of no sign-out, whatever it kept before', () => {
    storedSession.write(kept);
    lastSignOut.renew('/api');
    block('getItem');
    expect(storedSession.read('/api')).toBeNull();
    expect(lastSignOut.read('/api')).toBeNull();
  });
});

/** @returns a function that lets the browser store again, which the end of the test does in any case */
function block(name: 'getItem' | 'setItem'): () => void {
  const blocked = vi.spyOn(Storage.prototype, name).mockImplementation(() => {
    throw new Error('blocked');
  });
  const unblock = () => blocked.mockRestore();
  onTestFinished(unblock);
  return unblock;
}
