// @vitest-environment jsdom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SessionStore } from '../../src/session/session.ts';
import { signedOutSessions } from '../../src/session/storedSession.ts';
import {
  activeSession,
  deliverMessages,
  keptSession,
  minuteMs,
  openKeptTab,
  openNewTab,
  openStore,
  prepareTab,
  readStoredSession,
  sessionName,
  startMs,
  storeSession,
} from './testSession.ts';

prepareTab();

const acme = keptSession;
const beta = { ...keptSession, id: 'second', workspace: 'beta', token: 'beta-t0ken' };

describe('a new tab', () => {
  it.each([
    ['/workspaces/beta/compute', [acme, beta], beta],
    ['/workspaces/acme/compute', [acme, beta], acme],
    ['/workspaces/gamma/compute', [beta], beta],
    ['/', [beta], beta],
  ])('at %s takes the session of its workspace, or else any', async (path, keptSessions, taken) => {
    for (const session of keptSessions) openKeptTab(session);
    history.replaceState(null, '', path);
    const tab = openNewTab();
    await deliverMessages();
    vi.advanceTimersByTime(250);
    const { workspace, id } = taken;
    expect(activeSession(tab)).toMatchObject({ workspace, id, isKept: true });
    expect(readStoredSession()).toMatchObject({ workspace, id });
  });

  it('receives the token on a channel of its own, so no third tab hears it', async () => {
    openKeptTab();
    const heard: unknown[] = [];
    openTestChannel(sessionName).onmessage = ({ data }) => heard.push(data);
    openNewTab();
    await deliverMessages();
    expect(heard).toEqual([{ kind: 'ask', answerTo: expect.any(String) }]);
  });

  it.each([
    [2_999, 'signed-in'],
    [3_000, 'signed-out'],
  ])('after %d ms is %s by an answer, and ignores a malformed one', async (passedMs, status) => {
    const asked = new Promise<string>((resolve) => {
      openTestChannel(sessionName).onmessage = ({ data }) => resolve(data.answerTo);
    });
    const tab = openNewTab();
    const answers = openTestChannel(`${sessionName}.${await asked}`);
    answers.postMessage({ ...acme, token: 'two words' });
    await deliverMessages();
    vi.advanceTimersByTime(passedMs);
    answers.postMessage(acme);
    await deliverMessages();
    expect(tab.getState().status).toBe(status);
  });

  it.each<[string, (tab: SessionStore) => unknown]>([
    ['was rejected', (tab) => activeSession(tab).connection.onRejectedToken?.()],
    ['has been idle for too long', () => void vi.setSystemTime(startMs + 16 * minuteMs)],
    ['was signed out', (tab) => tab.signOut()],
    ['was signed out while the tab slept', () => signedOutSessions.add('sandbox', 'first')],
    ['the admin did not keep', (tab) => tab.signIn({ ...acme, isKept: false }, new AbortController().signal)],
  ])('gets no session that %s', async (_, change) => {
    vi.stubGlobal('fetch', async () => Response.json(['CLOUDA']));
    onTestFinished(() => void vi.unstubAllGlobals());
    await change(openKeptTab());
    const tab = openNewTab();
    await deliverMessages();
    vi.advanceTimersByTime(250);
    expect(tab.getState()).toEqual({ status: 'signed-out', reason: null, lastWorkspace: null });
  });
});

describe('Sign out', () => {
  it('ends the tabs of the same sign-in in every workspace, and no tab of a different sign-in', async () => {
    const tabs = [acme, { ...acme, workspace: 'gamma' }, beta].map((session) => openKeptTab(session));
    tabs[0]?.signOut();
    await deliverMessages();
    expect(tabs.map((tab) => tab.getState())).toMatchObject([
      { status: 'signed-out', reason: 'here' },
      { status: 'signed-out', reason: 'elsewhere', lastWorkspace: 'gamma' },
      { status: 'signed-in', id: 'second' },
    ]);
    expect(['first', 'second'].map((id) => signedOutSessions.includes('sandbox', id))).toEqual([true, false]);
  });

  it.each([
    ['is shown again', () => void document.dispatchEvent(new Event('visibilitychange'))],
    ['gets the focus', () => void window.dispatchEvent(new Event('focus'))],
  ])('ends a tab that slept through it when it %s', (_, wake) => {
    const tab = openKeptTab();
    signedOutSessions.add('sandbox', 'second');
    wake();
    expect(tab.getState().status).toBe('signed-in');
    signedOutSessions.add('sandbox', 'first');
    wake();
    expect(tab.getState()).toMatchObject({ reason: 'elsewhere' });
    expect(readStoredSession()).toBeNull();
  });

  it('ends a tab that is restored later', () => {
    signedOutSessions.add('sandbox', 'first');
    storeSession(acme);
    expect(openStore().getState()).toMatchObject({ reason: 'elsewhere', lastWorkspace: 'acme' });
  });

  it('reaches other tabs even if the browser blocks storage', async () => {
    const tabs = [openKeptTab(), openKeptTab()];
    const spy = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('blocked');
    });
    onTestFinished(() => spy.mockRestore());
    tabs[0]?.signOut();
    await deliverMessages();
    expect(tabs[1]?.getState()).toMatchObject({ reason: 'elsewhere' });
  });
});

it('unknown messages change nothing', async () => {
  const tab = openKeptTab();
  const channel = openTestChannel(sessionName);
  for (const data of [null, 'signed-out', {}, { kind: 'signed-out' }, { kind: 'end', id: 'first' }])
    channel.postMessage(data);
  await deliverMessages();
  expect(tab.getState().status).toBe('signed-in');
});

/** Opens a channel that closes when the test ends. */
function openTestChannel(name: string): BroadcastChannel {
  const channel = new BroadcastChannel(name);
  onTestFinished(() => channel.close());
  return channel;
}
