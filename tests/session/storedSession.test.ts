// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { decodeSession, signOutMarker, storedSession } from '../../src/session/storedSession.ts';
import { connectionOf, createTestSession, prepareTab, sharedSession, verifiedToken } from './testSession.ts';

const storedFields = { ...sharedSession, signOut: 'marker' };
const staging = { serviceUrl: '/api', serviceId: 'staging' };
const production = { serviceUrl: '/api', serviceId: 'production' };

prepareTab();

describe('decodeSession', () => {
  it.each([undefined, 7])('replaces the invalid value %s of signOut with null', (signOut) => {
    expect(decodeSession({ ...storedFields, signOut })).toEqual({ ...storedFields, signOut: null });
  });

  it.each([
    ['has no workspace', { ...storedFields, workspaceSlug: null }],
    ['has a token with a line break', { ...storedFields, token: 'a\nb' }],
    ['has no sign-in time', { ...storedFields, signedInAt: undefined }],
    ['has no number as time of activity', { ...storedFields, activeAt: '7' }],
    ['is null', null],
    ['is a string', 'session'],
  ])('returns null if the value %s', (_, value) => {
    expect(decodeSession(value)).toBeNull();
  });
});

describe('the stored session', () => {
  it.each(['', '{"workspaceSlug":"acme",', 'null'])('is null if the text %j is stored', (text) => {
    sessionStorage.setItem('workspace-console.3.session.staging', text);
    expect(storedSession.read('staging')).toBeNull();
  });

  it('belongs to one service, but a sign-out removes the sessions of all services', () => {
    const session = createTestSession(staging);
    session.startSession(verifiedToken(), true);
    const otherSession = createTestSession(production);
    expect(otherSession.getState().status).toBe('signed-out');
    expect(createTestSession(staging).getState().status).toBe('signed-in');
    otherSession.startSession(verifiedToken('other', 'beta'), true);
    expect(connectionOf(createTestSession(staging)).token).toBe('t0ken');
    otherSession.end(null);
    expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/t0ken|other/);
  });
});

describe('a session that an earlier version of the console stored', () => {
  const oldText = JSON.stringify({ serviceUrl: '/api', ...storedFields });
  const oldName = 'workspace-console.session';
  const oldMarkerName = 'workspace-console.signed-out."/api"';

  beforeEach(() => {
    sessionStorage.setItem(oldName, oldText);
    localStorage.setItem(oldMarkerName, 'marker');
  });

  it('is adopted by the first service at its URL, and by no later service', () => {
    expect(connectionOf(createTestSession(staging)).token).toBe('t0ken');
    expect([sessionStorage.getItem(oldName), localStorage.getItem(oldMarkerName)]).toEqual([null, null]);
    expect(signOutMarker.read('staging')).toBe('marker');
    expect(createTestSession(production).getState().status).toBe('signed-out');
    // Another tab still runs the earlier version.
    sessionStorage.setItem(oldName, oldText);
    expect(createTestSession(production).getState().status).toBe('signed-out');
    expect(storedSession.read('production')).toBeNull();
    expect(createTestSession(staging).getState().status).toBe('signed-in');
  });

  it('is not adopted by a service with another URL', () => {
    expect(createTestSession({ ...staging, serviceUrl: '/other' }).getState().status).toBe('signed-out');
    expect(sessionStorage.getItem(oldName)).toBe(oldText);
  });

  it('has ended if another tab has signed out since', () => {
    localStorage.setItem(oldMarkerName, 'later');
    expect(createTestSession(staging).getState()).toMatchObject({
      status: 'signed-out',
      reason: 'elsewhere',
    });
    expect(sessionStorage.length).toBe(0);
  });

  it('is removed by a sign-out from another service', () => {
    localStorage.setItem('workspace-console.3.adopted-by."/api"', 'staging');
    const session = createTestSession(production);
    session.startSession(verifiedToken('other'), false);
    session.end(null);
    expect(sessionStorage.length).toBe(0);
  });
});
