import { describe, expect, it, test } from 'vitest';
import { findTypingHint, matchesPhrase } from '../../src/compute/confirmation.ts';
import {
  describeNextStep,
  describeOutcomeMessage,
  formatResults,
  formatStillListed,
} from '../../src/compute/outcomes.ts';
import { blankOutcome } from '../../src/rules/deletion.ts';
import { aDeletion } from './fixtures.ts';

test.each([
  ['orders-primary', 'orders-primary', true],
  ['  orders-primary\t', 'orders-primary', true],
  ['Orders-primary', 'orders-primary', false],
  ['orders\u2010primary', 'orders-primary', false],
  ['cafe\u0301', 'caf\u00e9', true],
  ['orders\u200b-primary', 'orders-primary', true],
  ['orders primary', 'orders\u00a0 primary', true],
  ['', '', false],
  ['', '\u200b', false],
])('typed %j for %j → %s', (typed, phrase, expected) => expect(matchesPhrase(typed, phrase)).toBe(expected));

test.each([
  ['Orders-Primary', 'orders-primary', /case/],
  ['orders\u2013primary', 'orders-primary', /^Use - instead of –$/],
  ['o\u2019brien-db', "o'brien-db", /^Use ' instead of ’$/],
  ['billing（old)', 'billing(old)', /^Use \( instead of （$/],
  ['delete ۱۲ in acme', 'delete 12 in acme', /digits 0–9/],
  ['delete 5,000 in acme', 'delete 5000 in acme', /without separators/],
  ['ordersx', 'orders', null],
  ['orders', 'orders', null],
])('the hint for %j, if %j is asked for', (typed, phrase, hint) => {
  if (hint === null) expect(findTypingHint(typed, phrase)).toBeNull();
  else expect(findTypingHint(typed, phrase)).toMatch(hint);
});

describe('what a result says', () => {
  const refused = { ...blankOutcome, retryAt: null, code: 'refused' as const };
  const outcome = (fields: object) => ({ ...refused, ...fields });

  it('counts each result under its own label, and marks only the sentence of the service', () => {
    const stages = ['deleted', 'accepted', 'not-sent', 'not-sent'] as const;
    const deletions = stages.map((stage) => aDeletion(stage));
    expect(formatResults(deletions)).toBe('1 deleted, 1 accepted, 2 not sent, of 4');
    expect(formatResults(deletions.slice(0, 1))).toBe('1 deleted');
    expect(describeOutcomeMessage(outcome({ message: 'locked' }))).toBe('Message from the service: locked');
    expect(describeOutcomeMessage(outcome({ code: 'unknown', message: 'Timed out.' }))).toBe('Timed out.');
  });

  it('has a shorter sentence in a row than in Details for what is still listed', () => {
    const gone = aDeletion('gone', { endedAt: Date.parse('2026-11-25T14:02:00Z') });
    const [long, short] = [false, true].map((isShort) => formatStillListed(gone, Date.now(), isShort));
    expect(long).toMatch(/^Still listed, although the service didn't find it at .*14:02 UTC$/);
    expect(short).toMatch(/^Still listed; not found at .*14:02 UTC$/);
  });

  it.each([409, 423, 404, 410])('HTTP %d → the next step', (status) => {
    const code = status < 409 || status === 410 ? 'gone' : 'refused';
    expect(describeNextStep(outcome({ code, status }))).toMatch(/list|unlocked/);
  });
});
