import { expect, it } from 'vitest';
import { blankOutcome, type OutcomeCode, type OutcomeJson } from '../../src/rules/deletion.ts';
import { decideNextStep } from '../../src/server/deletions/conditions.ts';

const now = Date.parse('2026-03-01T00:00:00Z');
const tooMany = { status: 429 };
const at = (time: string) => ({ status: 429, retryAt: `2026-03-01T00:${time}Z` });

const usual = { isFirst: false, isStored: true, hasWaited: false, isTokenRejected: false, doubt: '' };

/** `next`: it goes on after so long a wait (ms), or stops with a reason. */
type Row = [OutcomeCode, Partial<OutcomeJson>, more: Partial<typeof usual>, next: string | number];
it.each<Row>([
  ['deleted', {}, { isFirst: true }, 0],
  ['accepted', {}, {}, 0],
  ['gone', {}, {}, 0],
  ['deleted', {}, { doubt: 'has a different name' }, 'The response for x-1 has a different name.'],
  ['deleted', {}, { isStored: false }, "The result of x-1 couldn't be stored at once."],
  ['gone', {}, { isFirst: true }, 'The first instance, x-1, was not found.'],
  ['refused', { status: 401 }, { isTokenRejected: true }, 'The service no longer accepts the token.'],
  ['refused', { status: 409 }, {}, 'The service rejected the delete of x-1.'],
  ['refused', tooMany, {}, 1_000],
  ['refused', at('00:00.100'), {}, 1_000],
  ['refused', at('01:00'), { isFirst: true }, 60_000],
  ['refused', at('01:01'), {}, 'The service asks to wait 2 minutes.'],
  ['refused', tooMany, { hasWaited: true }, 'The service rejected the delete of x-1.'],
  ['unknown', {}, {}, "We don't know whether x-1 was deleted."],
  ['mismatch', {}, {}, 'The response for x-1 names a different workspace.'],
  ['not-sent', {}, {}, "x-1 wasn't sent."],
])('%s %j %j → goes on after a wait, or stops: %s', (code, outcome, more, next) => {
  const { doubt = null, isTokenRejected = false } = more;
  const result = { outcome: { ...blankOutcome, code, ...outcome }, doubt, isTokenRejected };
  expect(decideNextStep(result, 'x-1', { ...usual, ...more, now })).toBe(next);
});
