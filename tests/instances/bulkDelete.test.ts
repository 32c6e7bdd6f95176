import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noPolicy } from '../../src/config.ts';
import { type BulkRun, type BulkStop, findInterruption } from '../../src/instances/bulk/bulkDelete.ts';
import { planContinue } from '../../src/instances/bulk/continueBulk.ts';
import { decodeInstance } from '../../src/rules/instanceRecord.ts';
import type { DeleteOutcome, DeleteOutcomeKind } from '../../src/rules/outcome.ts';
import { aNewDeletion, anEndedDeletion, anOutcome, aRow, openPage, startBulk } from './fixtures.ts';
import { createScriptedService, type ScriptedResponse } from './scriptedService.ts';
import { runInTab, simulateBrowser } from './simulateBrowser.ts';

const ids = ['a', 'b', 'c', 'd', 'e'];
let browser: ReturnType<typeof simulateBrowser>;
let service: ReturnType<typeof createScriptedService>;

beforeEach(() => {
  browser = simulateBrowser();
  service = createScriptedService(ids);
  vi.stubGlobal('fetch', service.fetch);
});
afterEach(() => browser.restore());

/** Starts a run whose requests get the given responses one after the other; the last response repeats. */
async function run(responses: ScriptedResponse[], chosen: readonly string[] = ids) {
  const page = runInTab(browser.open(), openPage);
  const remaining = [...responses];
  vi.stubGlobal('fetch', (...args: Parameters<typeof service.fetch>) => {
    service.script.response =
      remaining.length > 1 ? (remaining.shift() ?? 'deleted') : (remaining[0] ?? 'deleted');
    return service.fetch(...args);
  });
  const started = startBulk(page, chosen);
  await browser.advanceClock(100);
  return { page, started };
}

async function kindsOf({ log }: Pick<ReturnType<typeof openPage>, 'log'>) {
  const reading = log.read('acme');
  await browser.advanceClock(100);
  return (await reading).map(({ outcome }) => outcome?.kind ?? null);
}

describe('a bulk delete', () => {
  it('the first instance is deleted alone, then three at a time', async () => {
    const { page, started } = await run(['deleted after 5 s']);
    expect(await started).toBeNull();
    expect(service.sent).toHaveLength(1);
    await browser.advanceClock(5_000);
    expect(service.sent).toHaveLength(4);
    await browser.advanceClock(11_000);
    expect(await kindsOf(page)).toEqual(ids.map(() => 'deleted'));
    expect(page.bulk.run.getState()).toMatchObject({ phase: 'ended', stop: null, unsaved: [] });
  });

  it.each<[stop: BulkStop['kind'], sentCount: number, responses: ScriptedResponse[], ids?: string[]]>([
    ['refused', 1, ['conflict']],
    ['unknown', 1, ['server error']],
    ['mismatch', 1, ['different workspace']],
    ['note', 1, ['different name']],
    ['gone', 1, ['deleted'], ['missing', ...ids]],
    ['token', 1, ['unauthorized']],
    ['unknown', 4, ['deleted', 'server error', 'deleted after 5 s']],
    ['refused', 4, ['deleted', 'conflict', 'deleted after 5 s']],
    ['note', 4, ['deleted', 'different name', 'deleted after 5 s']],
  ])('stops after the doubt %s, with %i requests sent', async (kind, sentCount, responses, chosen) => {
    const { page } = await run(responses, chosen);
    await browser.advanceClock(10_000);
    const state = page.bulk.run.getState();
    expect([state?.stop?.kind, state?.phase, service.sent.length]).toEqual([kind, 'ended', sentCount]);
    expect((await kindsOf(page)).slice(sentCount).every((each) => each === 'not-sent')).toBe(true);
    const [last] = (await page.log.read('acme')).slice(-1);
    expect(last?.outcome?.reason).toBe(`The bulk delete had stopped: ${state?.stop?.sentence}`);
  });

  it('a 429 to the first → the next one waits and is alone too', async () => {
    const { page } = await run(['wait 2 s', 'deleted after 5 s']);
    expect(page.bulk.run.getState()?.waitsUntil).toBeGreaterThan(0);
    await browser.advanceClock(1_500);
    expect(service.sent).toHaveLength(1);
    await browser.advanceClock(1_000);
    expect(service.sent).toHaveLength(2);
    await browser.advanceClock(30_000);
    expect(await kindsOf(page)).toEqual(['refused', 'deleted', 'deleted', 'deleted', 'deleted']);
  });

  it('a 429 among others → nothing else is sent until the wait has passed', async () => {
    await run(['deleted', 'wait 2 s', 'deleted']);
    await browser.advanceClock(1_000);
    expect(service.sent).toHaveLength(4);
    await browser.advanceClock(2_000);
    expect(service.sent).toHaveLength(5);
  });

  it.each(['stop', 'signOut'] as const)(
    'after %s, nothing is sent, and the rest has its outcome',
    async (end) => {
      const { page } = await run(['deleted', 'deleted after 5 s']);
      if (end === 'stop') page.bulk.stop();
      else page.signOut();
      await browser.advanceClock(10_000);
      expect(await kindsOf(page)).toEqual([...Array.from({ length: 4 }, () => 'deleted'), 'not-sent']);
      expect(service.sent).toHaveLength(4);
      expect(page.bulk.run.getState()?.phase).toBe('ended');
    },
  );

  it('two waits at a time → the longer one counts, and a sign-out ends all waits', async () => {
    const { page } = await run(['deleted', 'wait 10 s', 'wait 2 s', 'deleted']);
    await browser.advanceClock(5_000);
    expect(service.sent).toHaveLength(4);
    page.signOut();
    await browser.advanceClock(200);
    expect(page.bulk.run.getState()).toMatchObject({ phase: 'ended', stop: { kind: 'signed-out' } });
    expect(await kindsOf(page)).toEqual(['deleted', 'refused', 'refused', 'deleted', 'not-sent']);
  });

  it('one runs at a time in a browser', async () => {
    await run(['deleted after 5 s']);
    const other = runInTab(browser.open(), openPage);
    const second = startBulk(other, ['e']);
    await browser.advanceClock(100);
    expect(await second).toBe('A bulk delete is running in this browser already. Wait for it to end.');
    expect(await kindsOf(other)).toHaveLength(5);
    await browser.advanceClock(30_000);
    const third = startBulk(other, ['e'], 'later');
    await browser.advanceClock(100);
    expect(await third).toBeNull();
  });

  it('the log can’t be stored → nothing is sent', async () => {
    browser.setStorage('refuses writes');
    const { started } = await run(['deleted']);
    expect(await started).toMatch(/^This browser can't store the deletion log/);
    expect(service.sent).toEqual([]);
  });

  it('outcomes can’t be stored → the run ends, and keeps them for the screen', async () => {
    const { page } = await run(['deleted', 'deleted after 5 s'], [...ids, 'f', 'g', 'h']);
    browser.setStorage('refuses writes');
    await browser.advanceClock(10_000);
    const { phase, unsaved } = page.bulk.run.getState() ?? {};
    expect(phase).toBe('ended');
    expect(unsaved?.map(({ label, outcome }) => `${label} ${outcome?.kind}`)).toEqual([
      ...['b deleted', 'c deleted', 'd deleted', 'e not-sent', 'f not-sent', 'g not-sent'],
    ]);
  });
});

describe('findInterruption', () => {
  const find = (kind: DeleteOutcomeKind, fields: Partial<DeleteOutcome>, acceptsDifferentIds = false) =>
    findInterruption(
      { ...anEndedDeletion(kind), outcome: anOutcome(kind, fields) },
      { isFirst: false, acceptsDifferentIds },
    );

  it.each<[string, DeleteOutcomeKind, Partial<DeleteOutcome>, object | null]>([
    ['a different ID stops', 'deleted', { doubtful: 'id' }, { kind: 'note' }],
    ['an instance that is gone is no doubt after the first', 'gone', {}, null],
    ['an instance that could not be sent stops', 'not-sent', {}, { kind: 'not-sent' }],
    ['a 429 waits', 'refused', { status: 429 }, { waitMs: 30_000 }],
    ['a 429 with 60 s waits', 'refused', { status: 429, retryAfterMs: 60_000 }, { waitMs: 60_000 }],
    [
      'a 429 with more than 60 s stops',
      'refused',
      { status: 429, retryAfterMs: 61_000 },
      { kind: 'refused' },
    ],
    [
      'a 401 of a proxy in front stops without a word about the token',
      'refused',
      { status: 401, fromProxy: true, reason: 'A proxy answered.' },
      { kind: 'refused', sentence: 'A proxy answered.' },
    ],
  ])('%s', (_, kind, fields, expected) =>
    expect(find(kind, fields)).toEqual(expected && expect.objectContaining(expected)),
  );

  it('a typed Continue accepts a differing ID, but no differing name', () => {
    expect(find('deleted', { doubtful: 'id' }, true)).toBeNull();
    expect(find('deleted', { doubtful: 'name' }, true)).toMatchObject({ kind: 'note' });
  });
});

describe('planContinue', () => {
  const ended: BulkRun = {
    id: 'run',
    session: 'a session',
    workspace: 'acme',
    ids: [],
    phase: 'ended',
    waitsUntil: null,
    stop: { kind: 'refused', sentence: 'The service refused.' },
    endedAt: 1_000,
    policy: noPolicy,
    unsaved: [],
    isOpened: true,
  };
  const deletions = [
    anEndedDeletion('refused', { id: 'a', bulk: 'run' }),
    ...['b', 'c', 'd', 'f', 'g', 'h'].map((id) => anEndedDeletion('not-sent', { id, bulk: 'run' })),
    anEndedDeletion('not-sent', { id: 'e', bulk: 'run', created: '2026-01-01T00:00:00Z' }),
    anEndedDeletion('unknown', { id: 'h again', target: aNewDeletion('h').target, bulk: 'run' }),
    anEndedDeletion('not-sent', { id: 'z', bulk: 'a different run' }),
  ];
  const rows = new Map(
    [
      aRow('a'),
      aRow('b'),
      aRow('c', { name: 'renamed' }),
      aRow('e'),
      aRow('f', { isDuplicate: true }),
      aRow('g', { record: decodeInstance({ id: 'g', database: { name: 'analytics' } }) }),
      aRow('h'),
    ].map((row) => [row.key, row]),
  );
  const plan = (run: Partial<BulkRun> = {}, policy = noPolicy, now = 2_000) =>
    planContinue({ ...ended, ...run }, deletions, rows, policy, now);

  it('continues with what was not sent and hasn’t changed, and names the rest', () => {
    expect(plan()?.rows.map(({ id }) => id)).toEqual(['b']);
    expect(plan()?.leftOut.map(({ id }) => id)).toEqual(['c', 'd', 'f', 'g', 'e']);
    expect(plan()).toMatchObject({ asksToType: false, problem: null });
  });
  it.each<[string, Parameters<typeof plan>]>([
    ['an unknown', [{ stop: { kind: 'unknown', sentence: '' } }]],
    ['a note', [{ stop: { kind: 'note', sentence: '' } }]],
    ['Stop', [{ stop: { kind: 'admin', sentence: '' } }]],
    ['ten minutes', [{}, noPolicy, 602_000]],
    ['a change of the policy', [{}, { ...noPolicy, maxBulk: 5 }]],
  ])('asks to type again after %s', (_, args) => expect(plan(...args)?.asksToType).toBe(true));
  it.each(['token', 'signed-out'] as const)('is not offered after the stop %s', (kind) =>
    expect(plan({ stop: { kind, sentence: '' } })).toBeNull(),
  );
  it('waits until an alert about a different workspace was read', () => {
    const mismatch = anEndedDeletion('mismatch', { id: 'm', bulk: 'run' });
    const planWith = (dismissed: boolean) =>
      planContinue(ended, [...deletions, { ...mismatch, dismissed }], rows, noPolicy, 2_000)?.problem;
    expect(planWith(false)).toMatch(/first\.$/);
    expect(planWith(true)).toBeNull();
  });
});
