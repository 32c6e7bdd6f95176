// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { createSessionStore } from '../../src/session/createSessionStore.ts';
import { signOutMark } from '../../src/session/signOutMark.ts';
import { storedSession } from '../../src/session/storedSession.ts';

const nine = Date.UTC(2026, 2, 2, 9);
const regions = { items: [], unreadable: [] };
const handed = {
  serviceUrl: '/api',
  workspaceSlug: 'acme',
  token: 't0ken',
  signedInAt: nine - 5,
  activeAt: nine,
};

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

describe('a session from another tab', () => {
  it('is taken over with its time, is kept, and is prepared for', () => {
    const calls: string[] = [];
    const store = open(() => calls.push('prepare'));
    store.subscribe(() => calls.push(store.get().status));
    store.accept(handed);
    expect(store.get()).toMatchObject({ status: 'signed-in', signedInAt: nine - 5, proved: ['acme'] });
    expect(storedSession.read('/api')).toMatchObject({ token: 't0ken', signedInAt: nine - 5 });
    expect(calls).toEqual(['prepare', 'signed-in']);
  });

  it('is left alone where somebody is signed in, or has signed out since it began', () => {
    const store = open();
    store.enter(store.connect('mine'), 'beta', false, regions);
    store.accept(handed);
    expect(store.get()).toMatchObject({ proved: ['beta'] });
    store.end(null, false);
    signOutMark.write('/api', nine - 5);
    store.accept(handed);
    expect(store.get().status).toBe('signed-out');
    signOutMark.write('/api', nine - 6);
    store.accept(handed);
    expect(store.get().status).toBe('signed-in');
  });
});

function open(prepare = () => {}) {
  return createSessionStore({ serviceUrl: '/api', idleMs: 900_000, prepare });
}
