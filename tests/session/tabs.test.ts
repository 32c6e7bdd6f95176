// @vitest-environment jsdom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { signOutMarker } from '../../src/session/storedSession.ts';
import {
  createTestSession,
  minuteMs,
  openSignedInTab,
  prepareTab,
  sharedSession,
  startMs,
  type Tab,
  verifiedToken,
} from './testSession.ts';

const channelName = 'workspace-console.3.session.sandbox';

prepareTab();

it.each([
  ['the tab that signs out', true, false],
  ['the other tab', false, true],
])('a sign-out ends the session in both tabs while %s runs a deletion', async (_, inFirst, inSecond) => {
  const firstTab = openSignedInTab();
  const secondTab = openSignedInTab();
  if (inFirst) firstTab.store.activeWork.begin();
  if (inSecond) secondTab.store.activeWork.begin();
  firstTab.store.signOut();
  expect(firstTab.store.getState()).toMatchObject({
    status: 'signed-out',
    reason: null,
    duringDeletion: inFirst,
  });
  await vi.waitFor(() => expect(secondTab.store.getState().status).toBe('signed-out'));
  expect(secondTab.store.getState()).toMatchObject({ reason: 'elsewhere', duringDeletion: inSecond });
});

describe('a tab', () => {
  it('that wakes notices an earlier sign-out, even if the clock was set back', () => {
    const { store } = openSignedInTab();
    const storedText = sessionStorage.getItem(channelName) ?? '';
    vi.setSystemTime(startMs - 60 * minuteMs);
    store.signOut();
    vi.setSystemTime(startMs);
    sessionStorage.setItem(channelName, storedText);
    expect(createTestSession().getState()).toMatchObject({ status: 'signed-out', reason: 'elsewhere' });
  });

  it.each([
    ['while a deletion runs', true],
    ['while no deletion runs', false],
  ])('notices a sign-out in another tab within a second %s', (_, duringDeletion) => {
    const { store } = openSignedInTab();
    if (duringDeletion) store.activeWork.begin();
    signOutMarker.renew('sandbox');
    vi.advanceTimersByTime(1_000);
    expect(store.getState()).toMatchObject({ status: 'signed-out', reason: 'elsewhere', duringDeletion });
  });

  it('notices a sign-out even if the browser blocks storage', async () => {
    const spy = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('blocked');
    });
    onTestFinished(() => spy.mockRestore());
    const firstTab = openSignedInTab();
    const secondTab = openSignedInTab();
    firstTab.store.signOut();
    await vi.waitFor(() => expect(secondTab.store.getState()).toMatchObject({ reason: 'elsewhere' }));
  });

  it('notices user activity in another tab', async () => {
    const firstTab = openSignedInTab();
    vi.advanceTimersByTime(14 * minuteMs);
    const secondTab = openSignedInTab();
    expect(firstTab.timer.warning.getState()?.reason).toBe('idle');
    vi.advanceTimersByTime(2_000 - 1);
    window.dispatchEvent(new Event('wheel'));
    await vi.waitFor(() => expect(firstTab.timer.warning.getState()).toBeNull());
    expect(secondTab.timer.warning.getState()).toBeNull();
  });

  it('postpones its warning when another tab is used', async () => {
    const { timer, warnings } = openSignedInTab();
    vi.advanceTimersByTime(14 * minuteMs);
    openSharedChannel().postMessage({ kind: 'active', at: startMs + minuteMs });
    const postponedWarning = { reason: 'idle', endsAt: startMs + 16 * minuteMs };
    await vi.waitFor(() => expect(timer.warning.getState()).toEqual(postponedWarning));
    expect(warnings).toEqual(['idle', 'idle']);
  });

  it('accepts only the first valid session that arrives within 3 seconds', async () => {
    const lateTab = await openRequestingTab();
    vi.advanceTimersByTime(3_000);
    lateTab.response.postMessage(sharedSession);
    await deliverMessages();
    expect(lateTab.store.getState().status).toBe('signed-out');

    const { store, response } = await openRequestingTab();
    vi.advanceTimersByTime(2_000);
    response.postMessage({ ...sharedSession, token: 7 });
    response.postMessage(sharedSession);
    response.postMessage({ ...sharedSession, workspaceSlug: 'second' });
    await deliverMessages();
    expect(store.getState()).toMatchObject({ status: 'signed-in', verifiedWorkspaces: ['acme'] });
  });

  it.each([
    ['is not stored', ({ store }: Tab) => store.startSession(verifiedToken(), false)],
    ['was rejected', ({ connection }: Tab) => connection.onRejectedToken?.()],
    ['has expired', () => void vi.setSystemTime(startMs + 16 * minuteMs)],
    ['was signed out', ({ store }: Tab) => store.signOut()],
  ])('shares no session that %s', async (_, change) => {
    change(openSignedInTab());
    const spy = vi.spyOn(BroadcastChannel.prototype, 'postMessage');
    onTestFinished(() => spy.mockRestore());
    const { store } = await openRequestingTab();
    await deliverMessages();
    expect(store.getState().status).toBe('signed-out');
    expect(JSON.stringify(spy.mock.calls)).not.toContain('t0ken');
  });

  it('ignores unknown messages', async () => {
    const { store } = openSignedInTab();
    const channel = openSharedChannel();
    for (const data of [null, 'end', {}, { kind: 'start' }, { kind: 'active', at: 'now' }, { kind: 'ask' }])
      channel.postMessage(data);
    await deliverMessages();
    expect(store.getState().status).toBe('signed-in');
  });
});

function openNewTab() {
  sessionStorage.clear();
  return createTestSession();
}

/** Opens a new tab, and the channel on which the tab expects a session. */
async function openRequestingTab() {
  const nonce = new Promise<string>((resolve) => {
    openSharedChannel((message) => resolve(message.nonce));
  });
  const store = openNewTab();
  return { store, response: openTestChannel(`${channelName}.${await nonce}`) };
}

/** Opens the channel that all tabs share, and listens to it. */
function openSharedChannel(onMessage: (message: { nonce: string }) => void = () => {}): BroadcastChannel {
  const channel = openTestChannel(channelName);
  channel.onmessage = ({ data }) => onMessage(data);
  return channel;
}

/** Opens a channel that closes when the test ends. */
function openTestChannel(name: string): BroadcastChannel {
  const channel = new BroadcastChannel(name);
  onTestFinished(() => channel.close());
  return channel;
}

/** Waits until all sent messages have been handled. */
async function deliverMessages(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
