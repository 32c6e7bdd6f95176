import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blankOutcome, type DeletionJson, type OutcomeCode } from '../../src/rules/deletion.ts';
import { noPolicy } from '../../src/rules/policy.ts';
import { toIso } from '../../src/rules/time.ts';
import type { Database } from '../../src/server/database/database.ts';
import type { DeletionRow } from '../../src/server/database/schema.ts';
import { RefusalError } from '../../src/server/refusal.ts';
import type { DeleteCall } from '../../src/server/service/deleteOutcome.ts';
import type { DeleteResult } from '../../src/server/service/judgeDelete.ts';
import type { Access } from '../../src/server/sessions/access.ts';
import {
  bulkRequestFor,
  confirmationBy,
  type Deletions,
  describeEachDatabase,
  requestFor,
  startDeletions,
  wholeLog,
} from './deletionServers.ts';
import { type Fault, Replica, World } from './simulatedReplica.ts';

const minuteMs = 60_000;
const targets = ['one', 'two', 'three', 'four'];

/** How the service answers, and after which time (ms). The last one comes when others have called it `unknown`. */
const answers = {
  deleted: { code: 'deleted', ms: 20 },
  'deleted slowly': { code: 'deleted', ms: 40_000 },
  'deleted too late': { code: 'deleted', ms: 150_000 },
  accepted: { code: 'accepted', ms: 20 },
  'different name': { code: 'deleted', ms: 20 },
  gone: { code: 'gone', ms: 20 },
  refused: { code: 'refused', ms: 20 },
  'too many': { code: 'refused', ms: 20 },
  unknown: { code: 'unknown', ms: 60_000 },
  mismatch: { code: 'mismatch', ms: 20 },
  unreachable: { code: 'not-sent', ms: 20 },
} as const satisfies Record<string, { code: OutcomeCode; ms: number }>;
type Answer = keyof typeof answers;

/** A DELETE as the service got it. */
type SentFields = { answer: Answer; at: number; deliveredAt: number | null; bulkId: string | null };
type Sent = DeleteCall & SentFields & { replica: Replica };

type Put = (deletions: Deletions) => Promise<unknown>;

const place = { server: fc.nat(1), browser: fc.nat(1) };
const step = <Fields>(weight: number, fields: { [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> }) => ({
  weight,
  arbitrary: fc.record({ ...place, ...fields }) as fc.Arbitrary<Fields & { server: number; browser: number }>,
});
const anyTarget = fc.constantFrom(...targets);
const faults: Fault[] = ['none', 'refuses writes', 'loses answers', 'loses commits'];
const sleeps = [10_000, 40_000, 3 * minuteMs];
const waits = [10, 1_500, 26_000, 2.5 * minuteMs, 6 * minuteMs, 3 * 24 * 60 * minuteMs];
const anyStep = fc.oneof(
  step(9, { do: fc.constantFrom('confirm', 'confirm twice'), target: anyTarget }),
  step(5, { do: fc.constant('confirm bulk'), targets: fc.shuffledSubarray(targets, { minLength: 2 }) }),
  step(4, { do: fc.constantFrom('repeat', 'stop', 'sign out', 'kill', 'dismiss', 'read', 'close') }),
  step(1, { do: fc.constantFrom('protect', 'unprotect'), target: anyTarget }),
  step(3, { do: fc.constant('kill soon'), statements: fc.nat(25) }),
  step(3, { do: fc.constant('fault'), fault: fc.constantFrom(...faults) }),
  step(6, { do: fc.constant('answer'), answer: fc.constantFrom(...(Object.keys(answers) as Answer[])) }),
  step(2, { do: fc.constant('sleep soon'), statements: fc.nat(15), ms: fc.constantFrom(...sleeps) }),
  step(6, { do: fc.constant('wait'), ms: fc.constantFrom(...waits) }),
);

/** Two servers, two browsers with an admin each, a service, and a database. Performs steps and checks the promises. */
class Model {
  readonly world = new World();
  readonly serviceId = randomUUID();
  readonly base: Database;
  servers: { replica: Replica; deletions: Deletions }[];
  answer: Answer = 'deleted';
  readonly sent: Sent[] = [];
  readonly problems: string[] = [];
  /** What each browser confirmed and can repeat. */
  readonly puts: { id: string; browser: number; at: number; put: Put }[] = [];
  /** How many requests had an ID, and for how many of them a server said that nothing was sent. */
  readonly requests = new Map<string, { count: number; refusedCount: number }>();
  /** When a bulk delete was stopped. */
  readonly stopped = new Map<string, number>();
  hasLostAnswers = false;

  constructor(base: Database) {
    this.base = base;
    this.servers = [this.#start(-2_000), this.#start(3_000)];
  }

  #start(skewMs: number) {
    const replica = new Replica(this.world, this.base, { skewMs });
    const deletions = startDeletions({
      ...{ database: replica.database, serviceId: this.serviceId, policy: noPolicy, keepDays: 1 },
      sendDelete: (call) => this.#serve(call, replica),
      audit: () => {},
      onTokenRejected: async () => {},
      clock: replica.clock,
    });
    return { replica, deletions };
  }

  async #serve(call: DeleteCall, replica: Replica): Promise<DeleteResult> {
    const { answer } = this;
    const { code, ms } = answers[answer];
    const result = (more: object = {}, doubt: string | null = null) => ({
      outcome: { ...blankOutcome, code, ...more },
      doubt,
      isTokenRejected: false,
    });
    const at = this.world.time;
    const row = answer === 'unreachable' ? undefined : await this.#findRow(call.deletionId);
    const sent: Sent = { ...call, answer, at, deliveredAt: null, replica, bulkId: row?.bulkId ?? null };
    if (answer !== 'unreachable') {
      this.#checkSending(sent, row);
      this.sent.push(sent);
    }
    await this.world.sleep(ms);
    await replica.wake();
    sent.deliveredAt = this.world.time;
    if (answer === 'too many') return result({ status: 429, retryAt: toIso(replica.database.now() + 2_000) });
    return result({}, answer === 'different name' ? 'has a different name' : null);
  }

  /** Holds at the moment when a DELETE leaves. */
  #checkSending(sent: Sent, row: DeletionRow | undefined) {
    const note = (problem: string) => this.problems.push(`${sent.target.instanceId}: ${problem}`);
    if (row?.sentAt == null) note('sent without an entry that says so');
    if (row && row.outcomeCode !== null) note('sent although it had an outcome');
    if (this.world.time - (row?.sentAt ?? 0) > 35_000) note('sent too long after its entry');
    if (this.sent.some(({ deletionId }) => deletionId === sent.deletionId)) note('sent twice');
    // Nobody waits longer than two minutes for a server.
    const open = this.sent.filter(
      ({ at, deliveredAt }) => deliveredAt === null && this.world.time - at < 100_000,
    );
    const openAtService = open.filter(({ answer, at }) => this.world.time - at < answers[answer].ms);
    if (openAtService.some(({ target }) => target.instanceId === sent.target.instanceId))
      note('two in flight');
    if (row?.bulkId == null) return;
    const ofRun = this.sent.filter(({ bulkId }) => bulkId === row.bulkId);
    const running = ofRun.filter((each) => openAtService.includes(each));
    if (running.length >= 3) note('more than three of a bulk delete at a time');
    const isClear = ofRun.some(({ answer, deliveredAt }) => deliveredAt !== null && isCertain(answer));
    if (running.length > 0 && !isClear) note('the first of a bulk delete was not alone');
    const doubt = ofRun.find(({ answer, deliveredAt }) => deliveredAt !== null && isDoubt(answer, isClear));
    if (doubt?.deliveredAt != null && doubt.deliveredAt < this.world.time) note(`sent after ${doubt.answer}`);
    const stoppedAt = this.stopped.get(row.bulkId);
    if (stoppedAt !== undefined && stoppedAt < (row.sentAt ?? 0) - 6_000) note('sent after a stop');
  }

  #findRow(id: string): Promise<DeletionRow | undefined> {
    const rows = this.base.db.selectFrom('deletions').selectAll();
    const ofId = rows.where((row) => row.and({ serviceId: this.serviceId, id }));
    return this.world.query(() => ofId.executeTakeFirst());
  }

  #confirm(browser: number, put: (deletions: Deletions, id: string) => Promise<unknown>, id = randomUUID()) {
    this.puts.push({ id, browser, at: this.world.time, put: (deletions) => put(deletions, id) });
    return this.puts.at(-1);
  }

  #put(deletions: Deletions, put: (typeof this.puts)[number] | undefined) {
    if (put === undefined) return;
    const requests = this.requests.get(put.id) ?? { count: 0, refusedCount: 0 };
    this.requests.set(put.id, requests);
    requests.count += 1;
    put.put(deletions).catch((error) => {
      if (!(error instanceof RefusalError)) this.problems.push(String(error));
      requests.refusedCount += 1;
    });
  }

  #checkAnswer({ deletion }: { deletion: DeletionJson }) {
    const problem = this.#findLie(deletion.id, deletion.outcome?.code ?? null);
    if (problem !== null) this.problems.push(`${deletion.instanceId}: ${problem}`);
  }

  #findLie(id: string, code: OutcomeCode | null): string | null {
    const sent = this.sent.find(({ deletionId }) => deletionId === id);
    if (code === null || code === 'unknown') return null;
    if (code === 'not-sent') return sent ? 'not-sent, although it was sent' : null;
    const isTrue = sent !== undefined && answers[sent.answer].code === code;
    return isTrue ? null : `${code}, but the service said ${sent?.answer}`;
  }

  async perform(action: typeof anyStep extends fc.Arbitrary<infer Step> ? Step : never) {
    const server = this.servers[action.server % this.servers.length];
    if (server === undefined) throw new Error('No server is left.');
    const { replica, deletions } = server;
    const confirmation = confirmationBy(`admin ${action.browser}`);
    const { access } = confirmation;
    switch (action.do) {
      case 'confirm':
      case 'confirm twice': {
        const put = this.#confirm(action.browser, async (each, id) =>
          this.#checkAnswer(await each.put(confirmation, id, requestFor(action.target))),
        );
        this.#put(deletions, put);
        const other = this.servers[(action.server + 1) % this.servers.length];
        if (action.do === 'confirm twice' && other !== undefined) this.#put(other.deletions, put);
        break;
      }
      case 'confirm bulk': {
        const request = bulkRequestFor(action.targets);
        const put = this.#confirm(action.browser, (each, id) => each.putBulk(confirmation, id, request));
        this.#put(deletions, put);
        break;
      }
      case 'repeat': {
        // A page repeats a request for a minute. Once an entry is too old to be kept, its ID could be used again.
        const since = this.world.time - 60 * minuteMs;
        const put = this.puts.findLast(({ browser, at }) => browser === action.browser && at > since);
        this.#put(deletions, put);
        break;
      }
      case 'stop': {
        const { bulkDeletions = [] } = (await this.#read(deletions, replica, access)) ?? {};
        const running = bulkDeletions.find(({ stage }) => stage === 'running');
        if (running === undefined) break;
        const note = () => this.stopped.set(running.id, this.world.time);
        void deletions.stopBulk(access, running.id).then(note, () => {});
        break;
      }
      case 'sign out':
        void deletions.stopBulksOfSession(access.sessionId).catch(() => {});
        break;
      case 'read':
        await this.#read(deletions, replica, access);
        break;
      case 'dismiss': {
        const { deletions: listed = [] } = (await this.#read(deletions, replica, access)) ?? {};
        const [first] = listed.filter(({ stage }) => /unknown|mismatch|gone/.test(stage));
        if (first) void deletions.dismiss(access, first.id).catch(() => {});
        break;
      }
      case 'protect':
        void deletions.setProtection(access, requestFor(action.target)).catch(() => {});
        break;
      case 'unprotect':
        void deletions.removeProtection(access, requestFor(action.target)).catch(() => {});
        break;
      case 'close':
        void deletions.close();
        await this.world.advance(3 * minuteMs);
        this.#replace(server);
        break;
      case 'kill':
        replica.kill();
        this.#replace(server);
        break;
      case 'kill soon':
        replica.statementsLeft = action.statements;
        break;
      case 'fault':
        replica.fault = action.fault;
        this.hasLostAnswers ||= action.fault === 'loses answers';
        break;
      case 'answer':
        this.answer = action.answer;
        break;
      case 'sleep soon':
        replica.sleepSoon = { statements: action.statements, ms: action.ms };
        break;
      case 'wait':
        // A server that tries every 30 s for three days would only take time.
        if (action.ms > 60 * minuteMs) for (const each of this.servers) each.replica.fault = 'none';
        await this.world.advance(action.ms);
    }
    await this.world.settle();
    for (const each of this.servers) if (each.replica.isDead) this.#replace(each);
    expect(this.problems).toEqual([]);
  }

  #replace(server: (typeof this.servers)[number]) {
    server.replica.kill();
    this.servers = this.servers.map((each) => (each === server ? this.#start(1_000) : each));
  }

  /** Undefined if the server can't read or sleeps. */
  async #read(deletions: Deletions, replica: Replica, access: Access) {
    const reading = deletions.list(access, wholeLog).catch(() => undefined);
    if (replica.statementsLeft < 200 || replica.sleepSoon || replica.sleepsUntil > this.world.time) {
      await this.world.settle();
      return undefined;
    }
    return reading;
  }

  /** Everything works again. Then every delete has an outcome, and none is false. */
  async checkEnd(): Promise<DeletionRow[]> {
    for (const { replica } of this.servers) {
      replica.fault = 'none';
      replica.statementsLeft = Number.POSITIVE_INFINITY;
      replica.sleepsUntil = 0;
      replica.sleepSoon = null;
    }
    this.answer = 'deleted';
    // A server sleeps for three minutes, an answer takes 150 s, and a dead run is ended after five minutes.
    await this.world.advance(15 * minuteMs);
    for (const { deletions, replica } of this.servers)
      await this.#read(deletions, replica, confirmationBy('admin').access);
    await this.world.settle();
    expect(this.problems).toEqual([]);
    const ofService = (table: 'deletions' | 'bulkDeletions') =>
      this.base.db.selectFrom(table).selectAll().where('serviceId', '=', this.serviceId).execute();
    const rows = (await ofService('deletions')) as DeletionRow[];
    const bulkRows = await ofService('bulkDeletions');
    expect(bulkRows.filter(({ endedAt }) => endedAt === null)).toEqual([]);
    for (const row of rows) {
      expect(row.outcomeCode, `${row.instanceId} is settled`).not.toBeNull();
      expect(this.#findLie(row.id, row.outcomeCode)).toBeNull();
    }
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const { deletionId, answer, replica, at, target } of this.sent) {
      const row = byId.get(deletionId);
      const { code } = answers[answer];
      const isOld = this.world.time - at > 24 * 60 * minuteMs;
      if (!isOld || (code === 'unknown' && row?.dismissedAt === null))
        expect(row, 'is in the log').toBeDefined();
      if (row !== undefined && !replica.isDead)
        expect(row.outcomeCode, `${target.instanceId} has its true outcome`).toBe(code);
    }
    for (const [id, { count, refusedCount }] of this.requests) {
      if (count > refusedCount) continue;
      expect(this.sent.filter(({ deletionId }) => deletionId === id)).toEqual([]);
      if (!this.hasLostAnswers) expect(byId.has(id), 'nothing is stored').toBe(false);
    }
    return rows;
  }
}

function isCertain(answer: Answer): boolean {
  return /^(?:deleted|accepted)/.test(answer);
}

function isDoubt(answer: Answer, isClear: boolean): boolean {
  if (answer === 'gone') return !isClear;
  return !isCertain(answer) && answer !== 'too many';
}

// Without MODEL_RUNS, every run of the tests has the same steps.
const { MODEL_RUNS: runs, MODEL_SEED: seed } = process.env;
const runCount = Number(runs ?? 1_000);

// They run at once, because one waits for PostgreSQL while the other one computes.
describe.concurrent('the model', () =>
  describeEachDatabase((getDatabase, isPostgres) =>
    it('every delete is sent at most once, and no outcome is false', { timeout: 3_600_000 }, async () => {
      const numRuns = Math.ceil(isPostgres ? runCount / 10 : runCount);
      const counts = new Map<string, number>();
      const property = fc.asyncProperty(fc.array(anyStep, { minLength: 2, maxLength: 14 }), async (steps) => {
        const model = new Model(getDatabase());
        for (const each of steps) await model.perform(each);
        for (const { outcomeCode } of await model.checkEnd())
          counts.set(outcomeCode ?? '', (counts.get(outcomeCode ?? '') ?? 0) + 1);
      });
      const seeds = runs === undefined ? { seed: 20_261_127 } : seed && { seed: Number(seed) };
      await fc.assert(property, { numRuns, ...seeds });
      // A rare outcome would mean that the checks test too little.
      for (const code of ['deleted', 'accepted', 'gone', 'refused', 'unknown', 'mismatch', 'not-sent'])
        expect(counts.get(code) ?? 0, code).toBeGreaterThan(numRuns / 50);
    }),
  ));
