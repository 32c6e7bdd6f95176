// @vitest-environment jsdom
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { signOutMarker } from '../../src/session/storedSession.ts';
import { openTabChannel } from '../../src/session/tabs.ts';
import {
  createTestSession,
  minute,
  nine,
  openSignedInTab,
  startAtNine,
  type Tab,
  verifiedToken,
} from './testSession.ts';

startAtNine();

describe('a tab', () => {
  it.each([
    ['in that tab', true, false],
    ['in another tab', false, true],
  ])('reports a sign-out in another tab, and whether a deletion was running %s', async (_, here, there) => {
    const one = openSignedInTab();
    const two = openSignedInTab();
    if (here) one.store.activeWork.begin();
    if (there) two.store.activeWork.begin();
    one.store.signOut();
    expect(one.store.get()).toMatchObject({ status: 'signed-out', why: null, duringDeletion: here });
    await vi.waitFor(() => expect(two.store.get().status).toBe('signed-out'));
    expect(two.store.get()).toMatchObject({ why: 'elsewhere', duringDeletion: there });
  });

  it.each([
    ['set back', -60],
    ['right', 0],
    ['set ahead', 30 * 24 * 60],
  ])('notices a sign-out during its sleep, even if the clock was %s then', async (_, minutes) => {
    const { store } = openSignedInTab();
    const asleep = sessionStorage.getItem('workspace-console.3.session.sandbox') ?? '';
    vi.setSystemTime(nine + minutes * minute);
    store.signOut();
    vi.setSystemTime(nine);
    sessionStorage.setItem('workspace-console.3.session.sandbox', asleep);
    expect(createTestSession().get()).toMatchObject({ status: 'signed-out', why: 'elsewhere' });
  });

  it.each([true, false])(
    'notices a sign-out within a second without a message; during a deletion: %s',
    (duringDeletion) => {
      const { store } = openSignedInTab();
      if (duringDeletion) store.activeWork.begin();
      signOutMarker.renew('sandbox');
      vi.advanceTimersByTime(1_000);
      expect(store.get()).toMatchObject({ status: 'signed-out', why: 'elsewhere', duringDeletion });
    },
  );

  it('notices a sign-out even if the browser blocks storage', async () => {
    const blocked = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('blocked');
    });
    onTestFinished(() => blocked.mockRestore());
    const one = openSignedInTab();
    const two = openSignedInTab();
    one.store.signOut();
    await vi.waitFor(() => expect(two.store.get()).toMatchObject({ why: 'elsewhere' }));
  });

  it('notices user activity in another tab', async () => {
    const one = openSignedInTab();
    vi.advanceTimersByTime(14 * minute);
    const two = openSignedInTab();
    expect(one.timer.warning.getState()?.why).toBe('idle');
    vi.advanceTimersByTime(2_000 - 1);
    window.dispatchEvent(new Event('wheel'));
    await vi.waitFor(() => expect(one.timer.warning.getState()).toBeNull());
    expect(two.timer.warning.getState()).toBeNull();
  });

  it('postpones a shown warning when another tab is used', async () => {
    const { timer, warnings } = openSignedInTab();
    vi.advanceTimersByTime(14 * minute);
    listen().postMessage({ kind: 'active', at: nine + minute });
    await vi.waitFor(() => expect(timer.warning.getState()).toEqual({ why: 'idle', at: nine + 16 * minute }));
    expect(warnings).toEqual(['idle', 'idle']);
  });

  it('sends no activity after the session has expired', async () => {
    const { store } = openSignedInTab();
    const heard: unknown[] = [];
    listen(heard);
    vi.setSystemTime(nine + 60 * minute);
    window.dispatchEvent(new Event('pointerdown'));
    expect(store.get().status).toBe('signed-out');
    listen().postMessage('what comes after');
    await vi.waitFor(() => expect(heard).toContain('what comes after'));
    expect(heard).toEqual(['what comes after']);
  });

  it('accepts only the first valid session within three seconds', async () => {
    const nonces: string[] = [];
    listen([], ({ nonce }) => nonces.push(nonce));
    const taken: unknown[] = [];
    const ask = () => {
      const onSession = (session: unknown) => taken.push(session);
      const tabs = openTabChannel('sandbox', {
        onSignOut() {},
        onActivity() {},
        onRequest: () => null,
        onSession,
      });
      onTestFinished(tabs.close);
      tabs.requestSession();
    };
    const answer = (session: unknown) => {
      const channel = new BroadcastChannel(`workspace-console.3.session.sandbox.${nonces.at(-1)}`);
      channel.postMessage(session);
      onTestFinished(() => channel.close());
    };
    const session = { workspaceSlug: 'acme', token: 't0ken' };
    const kept = { ...session, sessionId: null, signedInAt: nine, activeAt: nine, signOut: null };
    ask();
    await vi.waitFor(() => expect(nonces).toHaveLength(1));
    vi.advanceTimersByTime(2_000);
    answer({ ...kept, token: 7 });
    answer(kept);
    answer({ ...kept, workspaceSlug: 'late' });
    await vi.waitFor(() => expect(taken).toEqual([kept]));
    ask();
    await vi.waitFor(() => expect(nonces).toHaveLength(2));
    vi.advanceTimersByTime(3_000);
    answer(kept);
    const after: unknown[] = [];
    listen(after);
    listen().postMessage('what comes after');
    await vi.waitFor(() => expect(after).toContain('what comes after'));
    expect(taken).toEqual([kept]);
  });

  it.each([
    ['is not stored', ({ store }: Tab) => store.enter(verifiedToken(), false)],
    ['was rejected', ({ connection }: Tab) => connection.onRejectedToken?.()],
    ['has expired', () => void vi.setSystemTime(nine + 16 * minute)],
    ['was signed out', ({ store }: Tab) => store.signOut()],
  ])('shares no session that %s', async (_, change) => {
    const made = openSignedInTab();
    change(made);
    const heard: unknown[] = [];
    listen(heard);
    const store = newTab();
    await vi.waitFor(() => expect(heard).toContainEqual({ kind: 'ask', nonce: expect.any(String) }));
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    expect(store.get().status).toBe('signed-out');
    expect(JSON.stringify(heard)).not.toContain('t0ken');
  });

  it('ignores unknown messages', async () => {
    const { store } = openSignedInTab();
    const other = listen();
    for (const data of [null, 'end', {}, { kind: 'start' }, { kind: 'active', at: 'now' }, { kind: 'ask' }])
      other.postMessage(data);
    await new Promise((resolve) => setImmediate(resolve));
    expect(store.get().status).toBe('signed-in');
  });
});

/** Opens a new tab. */
function newTab() {
  sessionStorage.clear();
  return createTestSession();
}

/** Opens the channel as another tab does. */
function listen(heard: unknown[] = [], onAsk: (ask: { nonce: string }) => void = () => {}): BroadcastChannel {
  const all = new BroadcastChannel('workspace-console.3.session.sandbox');
  all.onmessage = ({ data }) => {
    heard.push(data);
    if (data.kind === 'ask') onAsk(data);
  };
  onTestFinished(() => all.close());
  return all;
}
