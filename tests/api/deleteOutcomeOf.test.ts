import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DeleteOutcomeKind, deleteOutcomeOf } from '../../src/api/deleteOutcome.ts';
import { serviceAnswer } from '../support/matrixAnswer.ts';
import { target } from '../support/matrixCase.ts';

const record = JSON.stringify({ id: 'i-1', workspace: { slug: 'acme' } });
const statuses = Array.from({ length: 500 }, (_, n) => n + 100);

/** The table of outcomes, written down once more and by hand. */
function expected(status: number): DeleteOutcomeKind {
  if (status === 202) return 'accepted';
  if (status >= 200 && status < 300) return 'deleted';
  if (status === 404 || status === 410) return 'gone';
  if (status === 408) return 'unknown';
  return status >= 400 && status < 500 ? 'refused' : 'unknown';
}

describe('deleteOutcomeOf', () => {
  it('gives every HTTP status its one name', () => {
    for (const status of statuses) {
      const outcome = deleteOutcomeOf(serviceAnswer({ status, text: record }), target);
      expect(outcome.kind, `HTTP ${status}`).toBe(expected(status));
      expect(outcome.status).toBe(status);
      if (!['deleted', 'accepted', 'gone'].includes(outcome.kind)) expect(outcome.reason).not.toBe('');
    }
  });

  it('calls no HTTP status a deletion or an absence without words of the service, but 204', () => {
    const kinds = [
      { text: '' },
      { text: record, mediaType: 'text/html' },
      { text: record, mediaType: '' },
      { text: record, bodyProblem: 'cut' },
      { text: record, bodyProblem: 'timeout' },
      { text: record, bodyProblem: 'too-large' },
    ] as const;
    for (const status of statuses)
      for (const wrong of kinds) {
        const { kind } = deleteOutcomeOf(serviceAnswer({ status, ...wrong }), target);
        const name = expected(status);
        const isUnproved = (name === 'deleted' && status !== 204) || name === 'gone';
        expect(kind, `HTTP ${status} ${JSON.stringify(wrong)}`).toBe(isUnproved ? 'unknown' : name);
      }
  });

  it('throws at nothing, and keeps every word short, whatever comes', () => {
    const arbitrary = fc.record({
      status: fc.integer({ min: 100, max: 599 }),
      mediaType: fc.constantFrom(
        'application/json',
        'text/html',
        '',
        'text/plain',
        'application/problem+json',
      ),
      text: fc.oneof(fc.json(), fc.string({ unit: 'binary' }), fc.constant(record)),
      bodyProblem: fc.constantFrom(null, 'cut', 'timeout', 'too-large'),
    });
    fc.assert(
      fc.property(arbitrary, (wanted) => {
        const { kind, reason, notes } = deleteOutcomeOf(serviceAnswer(wanted), target);
        if (kind === 'deleted') expect(Math.floor(wanted.status / 100)).toBe(2);
        if ((kind === 'deleted' && wanted.status !== 204) || kind === 'gone')
          expect([wanted.mediaType, wanted.bodyProblem]).toEqual([expect.stringContaining('json'), null]);
        for (const words of [reason, ...notes]) expect(words.length).toBeLessThan(1200);
      }),
      { numRuns: 3000 },
    );
  });

  it('clips what a record says about itself', () => {
    const text = JSON.stringify({ id: 'x'.repeat(100_000), workspace: { slug: 'acme' } });
    const { notes } = deleteOutcomeOf(serviceAnswer({ status: 200, text }), target);
    expect(notes.join().length).toBeLessThan(600);
    const other = JSON.stringify({ workspace: { slug: 's'.repeat(100_000) } });
    expect(deleteOutcomeOf(serviceAnswer({ status: 200, text: other }), target).reason.length).toBeLessThan(
      700,
    );
  });

  it.each([
    ['eu-1', { name: 'eu-1' }, null],
    ['eu-1', { name: 'eu-2' }, 'eu-2'],
    ['eu-1', { instanceId: 'i-1', instanceName: 'eu-2' }, 'eu-2'],
    ['eu-1', { name: null }, null],
    ['eu-1', { name: 7 }, null],
    ['eu-1', {}, null],
    [null, { name: 'eu-2' }, null],
  ])('compares the expected name %s with the returned record %j', (name, fields, differentName) => {
    for (const status of [200, 202]) {
      const text = JSON.stringify({ id: 'i-1', ...fields });
      const outcome = deleteOutcomeOf(serviceAnswer({ status, text }), target, { name });
      const note = `The returned record has a different name: “${differentName}”.`;
      expect(outcome).toMatchObject({ differentName, notes: differentName === null ? [] : [note] });
    }
  });

  it('survives a record that is nested too deep to be written down again', () => {
    const text = `{"id":${'['.repeat(400_000)}${']'.repeat(400_000)}}`;
    expect(deleteOutcomeOf(serviceAnswer({ text }), target).kind).toBe('deleted');
  });

  it.each([
    [500, 'The service failed (HTTP 500): The service answered 200, but its answer was cut.'],
    [502, 'The service answered 200, but its answer was cut.'],
    [503, 'The service failed (HTTP 503): The service answered 200, but its answer was cut.'],
    [504, 'The service answered 200, but its answer was cut.'],
  ])('leaves HTTP %i to say by itself what is known, where it comes from in between', (status, reason) => {
    const text = '{"message":"The service answered 200, but its answer was cut."}';
    expect(deleteOutcomeOf(serviceAnswer({ status, text }), target)).toMatchObject({
      kind: 'unknown',
      reason,
    });
  });

  it.each([
    [204, '', 'deleted', ''],
    [404, '', 'unknown', 'The answer (HTTP 404) is not readable JSON. That says nothing about the instance.'],
    [410, '', 'unknown', 'The answer (HTTP 410) is not readable JSON. That says nothing about the instance.'],
    [418, 'Teapot', 'refused', 'HTTP 418 Teapot'],
    [418, '', 'refused', 'HTTP 418'],
    [304, '', 'unknown', 'The service answered with neither success nor refusal (HTTP 304).'],
    [500, '', 'unknown', 'The service failed (HTTP 500).'],
  ] as const)(
    'tells of HTTP %i %s without a body no more than is known',
    (status, statusText, kind, reason) => {
      expect(deleteOutcomeOf(serviceAnswer({ status, statusText, requestId: 'r' }), target)).toEqual({
        kind,
        reason,
        status,
        requestId: 'r',
        retryAfterMs: null,
        record: null,
        notes: [],
        differentName: null,
      });
    },
  );

  it('waits 30 s after a 429 that does not say, and as long as it says otherwise', () => {
    const wait = (status: number, retryAfterMs: number | null) =>
      deleteOutcomeOf(serviceAnswer({ status, retryAfterMs }), target).retryAfterMs;
    expect([wait(429, null), wait(429, 5), wait(409, null), wait(409, 7), wait(503, 7)]).toEqual([
      30_000,
      5,
      null,
      7,
      null,
    ]);
  });
});
