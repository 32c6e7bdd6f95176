// @vitest-environment jsdom
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createIdleTimer } from '../../src/session/idleTimer.ts';
import { signOutMarker } from '../../src/session/storedSession.ts';
import { requestSession } from '../../src/session/tabs.ts';
import { aProof, aSession, connectionOf } from './aSession.ts';

const nine = Date.UTC(2026, 2, 2, 9);
const minute = 60_000;

type Tab = ReturnType<typeof tab>;

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  vi.useFakeTimers({ now: nine, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  return () => vi.useRealTimers();
});

describe('tabs', () => {
  it.each([
    ['here', true, false],
    ['there', false, true],
  ])('hear of a sign-out, and say that a deletion was under way %s', async (_, here, there) => {
    const one = tab();
    const two = tab();
    if (here) one.life.setDeleting(true);
    if (there) two.life.setDeleting(true);
    one.life.signOut();
    expect(one.store.get()).toMatchObject({ status: 'signed-out', why: null, duringDeletion: here });
    await vi.waitFor(() => expect(two.store.get().status).toBe('signed-out'));
    expect(two.store.get()).toMatchObject({ why: 'elsewhere', duringDeletion: there });
  });

  it.each([
    ['set back', -60],
    ['right', 0],
    ['set ahead', 30 * 24 * 60],
  ])('that slept through a sign-out find it, though the clock was %s for it', async (_, minutes) => {
    const { life } = tab();
    const asleep = sessionStorage.getItem('workspace-console.3.session.sandbox') ?? '';
    vi.setSystemTime(nine + minutes * minute);
    life.signOut();
    vi.setSystemTime(nine);
    sessionStorage.setItem('workspace-console.3.session.sandbox', asleep);
    expect(aSession().get()).toMatchObject({ status: 'signed-out', why: 'elsewhere' });
  });

  it.each([true, false])(
    'that heard nothing of a sign-out end their session within a second; during a deletion: %s',
    (duringDeletion) => {
      const { life, store } = tab();
      if (duringDeletion) life.setDeleting(true);
      signOutMarker.renew('sandbox');
      vi.advanceTimersByTime(1_000);
      expect(store.get()).toMatchObject({ status: 'signed-out', why: 'elsewhere', duringDeletion });
    },
  );

  it('hear of a sign-out also where the browser blocks storage', async () => {
    const blocked = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('blocked');
    });
    onTestFinished(() => blocked.mockRestore());
    const one = tab();
    const two = tab();
    one.life.signOut();
    await vi.waitFor(() => expect(two.store.get()).toMatchObject({ why: 'elsewhere' }));
  });

  it('hear of a sign of life', async () => {
    const one = tab();
    vi.advanceTimersByTime(14 * minute);
    const two = tab();
    expect(one.life.warning.getState()?.why).toBe('idle');
    vi.advanceTimersByTime(2_000 - 1);
    window.dispatchEvent(new Event('wheel'));
    await vi.waitFor(() => expect(one.life.warning.getState()).toBeNull());
    expect(two.life.warning.getState()).toBeNull();
  });

  it('put a standing warning off by as much as another tab was used later', async () => {
    const { life, told } = tab();
    vi.advanceTimersByTime(14 * minute);
    listen().postMessage({ kind: 'active', at: nine + minute });
    await vi.waitFor(() => expect(life.warning.getState()).toEqual({ why: 'idle', at: nine + 16 * minute }));
    expect(told).toEqual(['idle', 'idle']);
  });

  it('hear of no sign of life that came too late', async () => {
    const { store } = tab();
    const heard: unknown[] = [];
    listen(heard);
    vi.setSystemTime(nine + 60 * minute);
    window.dispatchEvent(new Event('pointerdown'));
    expect(store.get().status).toBe('signed-out');
    listen().postMessage('what comes after');
    await vi.waitFor(() => expect(heard).toContain('what comes after'));
    expect(heard).toEqual(['what comes after']);
  });

  it('hand a kept session to a new one, with its time', async () => {
    tab();
    vi.advanceTimersByTime(minute);
    const store = newTab();
    await vi.waitFor(() => expect(store.get().status).toBe('signed-in'));
    expect(store.get()).toMatchObject({ signedInAt: nine, proved: ['acme'] });
    expect(store.keeps()).toBe(true);
  });

  it('take the first valid response within three seconds, once', async () => {
    const nonces: string[] = [];
    listen([], ({ nonce }) => nonces.push(nonce));
    const taken: unknown[] = [];
    const ask = () => onTestFinished(requestSession('sandbox', (session) => taken.push(session)));
    const answer = (session: unknown) => {
      const channel = new BroadcastChannel(`workspace-console.3.session.sandbox.${nonces.at(-1)}`);
      channel.postMessage(session);
      onTestFinished(() => channel.close());
    };
    const session = { workspaceSlug: 'acme', token: 't0ken' };
    const kept = { ...session, signedInAt: nine, activeAt: nine, signOut: null };
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
    ['is not kept', ({ store }: Tab) => store.enter(aProof(), false)],
    ['was rejected', ({ connection }: Tab) => connection.onRejectedToken?.()],
    ['is over by the clock', () => void vi.setSystemTime(nine + 16 * minute)],
    ['was signed out', ({ life }: Tab) => life.signOut()],
  ])('hand over none that %s', async (_, change) => {
    const made = tab();
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

  it('take no notice of what is no message of theirs', async () => {
    const { store } = tab();
    const other = listen();
    for (const data of [null, 'end', {}, { kind: 'start' }, { kind: 'active', at: 'now' }, { kind: 'ask' }])
      other.postMessage(data);
    await new Promise((resolve) => setImmediate(resolve));
    expect(store.get().status).toBe('signed-in');
  });
});

function tab() {
  const store = aSession();
  store.enter(aProof(), true);
  const life = createIdleTimer(store);
  const told: unknown[] = [];
  life.warning.subscribe((warning) => told.push(warning?.why ?? null));
  onTestFinished(life.start());
  return { store, connection: connectionOf(store), life, told };
}

/** A tab that has just been opened. */
function newTab() {
  sessionStorage.clear();
  const store = aSession();
  onTestFinished(requestSession('sandbox', store.accept));
  return store;
}

/** One more tab on the channel of all. */
function listen(heard: unknown[] = [], onAsk: (ask: { nonce: string }) => void = () => {}): BroadcastChannel {
  const all = new BroadcastChannel('workspace-console.3.session.sandbox');
  all.onmessage = ({ data }) => {
    heard.push(data);
    if (data.kind === 'ask') onAsk(data);
  };
  onTestFinished(() => all.close());
  return all;
}
