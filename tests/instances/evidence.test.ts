import { expect, test } from 'vitest';
import { toEvidenceCsv, toEvidenceMarkdown } from '../../src/instances/delete/evidence.ts';
import { findRunResults } from '../../src/rules/deletion.ts';
import type { DeleteOutcomeKind } from '../../src/rules/outcome.ts';
import { aDeletion, aNewDeletion, anEndedDeletion, anOutcome } from './fixtures.ts';

const place = { workspace: 'acme', environment: 'Production' };
const confirmedAt = Date.parse('2026-11-25T19:39:12Z');
const endedAt = Date.parse('2026-11-25T19:39:14Z');

const results = [
  anEndedDeletion('deleted', {
    id: 'one',
    reason: 'INC-4312',
    confirmedAt,
    endedAt,
    outcome: anOutcome('deleted', { status: 200, requestId: 'req-1' }),
  }),
  anEndedDeletion('unknown', { id: 'two', reason: 'INC-4312', confirmedAt, endedAt }),
  anEndedDeletion('not-sent', { id: 'three', reason: 'INC-4312', confirmedAt, endedAt }),
];

test('Markdown → a title, a line of facts, a table, and what the console can’t prove', () => {
  expect(toEvidenceMarkdown(results, place).split('\n')).toEqual([
    '**Deletion of 3 compute instances, workspace acme (Production)**',
    'Requested 2026-11-25 19:39:12 UTC · Reason: INC-4312 · 1 deleted, 1 unconfirmed, 1 not sent',
    '',
    '| result | instance | database | ID | response (UTC) | HTTP | request ID |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    '| Deleted | one | orders | one | 2026-11-25 19:39:14 | 200 | req-1 |',
    '| Unconfirmed | two | orders | two |  |  |  |',
    '| Not sent | three | orders | three |  |  |  |',
    '',
    'Deleted means that the service queued the deletion; the console has no proof of erasure.',
    '',
  ]);
});

test('Markdown of a continued run → both times; without a deleted instance → no word about one', () => {
  const later = { confirmedAt: confirmedAt + 65_000, endedAt };
  const text = toEvidenceMarkdown(
    [anEndedDeletion('unknown', { confirmedAt, endedAt }), anEndedDeletion('gone', { id: 'two', ...later })],
    place,
  );
  expect(text).toContain('\nRequested 2026-11-25 19:39:12 to 2026-11-25 19:40:17 UTC · ');
  expect(text).not.toContain('queued');
});

test('names with pipes, line breaks, hidden characters and markup add no cells, lines or links', () => {
  const label = 'a|b\n| c |\r\u2028\u200b[x](http://y) `z` <b>';
  const [title, facts, , header, , row, ...rest] = toEvidenceMarkdown(
    [anEndedDeletion('deleted', { label, reason: 'one|two' })],
    { ...place, workspace: 'a\nb' },
  ).split(/[\n\r\u2028]/);
  expect(title).toContain('workspace a[U+000A]b (Production)');
  expect(facts).toContain('Reason: one\\|two');
  expect(row?.match(/(?<!\\)\|/g)).toHaveLength(header?.match(/\|/g)?.length ?? 0);
  expect(row).toContain('a\\|b[U+000A]\\| c \\|[U+000D][U+2028][U+200B]\\[x](http://y) \\`z\\` \\<b>');
  expect(rest).toHaveLength(3);
});

test('CSV → one row per deletion, without formulas and hidden characters', () => {
  const label = '=1+1';
  const csv = toEvidenceCsv([anEndedDeletion('deleted', { label, reason: '@x\u200b', confirmedAt })], place);
  const [header, row, end] = csv.split('\r\n');
  expect(header).toBe(
    'requested (UTC),workspace,environment,reason,result,instance,database,ID,response (UTC),HTTP,request ID,explanation',
  );
  expect(row).toContain(`2026-11-25 19:39:12,acme,Production,"'@x[U+200B]",Deleted,"'=1+1",orders,one,,,,`);
  expect(end).toBe('');
});

test('the latest results → those of continued runs and of single deletes that came later', () => {
  const targetOf = (id: string) => aNewDeletion(id).target;
  const inRun = (id: string, kind: DeleteOutcomeKind, order: number) =>
    anEndedDeletion(kind, { id: `${id}-${order}`, target: targetOf(id), bulk: 'run', order });
  const deletions = [
    anEndedDeletion('refused', { id: 'before', target: targetOf('a'), order: 1 }),
    inRun('a', 'deleted', 2),
    inRun('b', 'unknown', 3),
    inRun('c', 'not-sent', 4),
    inRun('d', 'unknown', 5),
    inRun('c', 'deleted', 6),
    anEndedDeletion('deleted', { id: 'again', target: targetOf('b'), order: 7 }),
    anEndedDeletion('refused', { id: 'busy', target: targetOf('d'), order: 8 }),
    anEndedDeletion('deleted', { id: 'new', target: targetOf('a'), created: '2030-01-01', order: 9 }),
    aDeletion({ id: 'other', order: 10 }),
    inRun('e', 'mismatch', 11),
    inRun('e', 'not-sent', 12),
  ];
  expect(findRunResults(deletions, 'run').map(({ id }) => id)).toEqual([
    'a-2',
    'again',
    'c-6',
    'd-5',
    'e-11',
  ]);
});
