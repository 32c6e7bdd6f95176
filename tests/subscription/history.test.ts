import { describe, expect, it } from 'vitest';
import { deriveHistory, getEntryState } from '../../src/subscription/history.ts';
import { getLevelKey } from '../../src/subscription/historyRecord.ts';
import {
  findCurrentRun,
  findLevelAt,
  findNextChange,
  type LevelAtMoment,
  sumPerLevel,
} from '../../src/subscription/levels.ts';
import { describeLevelChange, formatTextWithLevel, listNotes } from '../../src/subscription/sentences.ts';
import { aHistory, aRecord, dayMs } from './generatedHistory.ts';

describe('the end of a record', () => {
  it.each([
    ['equal to the next start', '2024-04-01T00:00:00Z', '2024-04-01T00:00:00Z'],
    ['1 s before the next start', '2024-04-01T10:15:29Z', '2024-04-01T10:15:30Z'],
    ['the day before, without a time', '2024-03-31', '2024-04-01T00:00:00Z'],
    ['the same day, without a time', '2024-03-31', '2024-03-31T15:00:00Z'],
    ['missing', null, '2024-03-31T15:00:00Z'],
  ])('%s → is the start of the next record', (_, validTo, validFrom) => {
    const model = aHistory([
      ['PRO', validFrom, null],
      ['FREE', '2024-01-01T00:00:00Z', validTo],
    ]);
    expect(model.entries[1]?.to).toBe(Date.parse(validFrom));
    expect(model).toMatchObject({ gaps: [], overlapCount: 0 });
    expect(changesOf(model)).toEqual(['from FREE', 'first record']);
  });

  it('two seconds before the next start → leaves a gap', () => {
    const { gaps } = aHistory('PRO 2024-04-01T10:00:02Z - | FREE 2024-01-01 2024-04-01T10:00:00Z');
    expect(gaps.map(({ from, to }) => to - from)).toEqual([2000]);
  });

  it('equal to its own start → leaves no gap', () => {
    const { gaps } = aHistory('PRO 2024-04-01 - | FREE 2024-03-01T00:00:00Z 2024-03-01T00:00:00Z');
    expect(gaps).toEqual([]);
  });

  it('without a time → that day belongs to the subscription', () => {
    const model = aHistory('PRO 2026-11-01 2026-11-25');
    expect(answerOf(model.current)).toBe('PRO');
    expect(model.segments[0]?.to).toBe(Date.parse('2026-11-26T00:00:00Z'));
    expect(answerOf(findLevelAt(model, Date.parse('2026-11-25T23:59:59Z')))).toBe('PRO');
    expect(answerOf(findLevelAt(model, Date.parse('2026-11-26T00:00:00Z')))).toBe('none');
    expect(sumPerLevel(model)).toEqual([{ level: 'PRO', ms: 24.5 * dayMs }]);
  });

  it.each(['2999-12-31T23:59:59Z', '9999-12-31', '+292278994-08-17T07:12:55.807Z', 'infinity', ''])(
    '%j → no end date',
    (validTo) => {
      const model = aHistory([['PRO', '2026-01-01T00:00:00Z', validTo]]);
      expect(model.entries[0]).toMatchObject({ to: null, ending: 'open', problems: [] });
      expect(answerOf(model.current)).toBe('PRO');
      expect(findNextChange(model)).toBeNull();
    },
  );

  it.each(['2076-11-01T00:00:00Z', '2038-01-19T03:14:07Z'])('%s → a stated end', (validTo) => {
    expect(aHistory([['PRO', '2026-01-01', validTo]]).entries[0]?.to).toBe(Date.parse(validTo));
  });

  it('a leap second → the next second', () => {
    const model = aHistory('TEAM 2017-01-01T00:00:00Z - | PRO 2016-01-01T00:00:00Z 2016-12-31T23:59:60Z');
    expect(model).toMatchObject({ gaps: [], overlapCount: 0 });
    expect(model.entries[1]).toMatchObject({ isIncluded: true, to: Date.UTC(2017, 0, 1) });
  });
});

describe('the current level', () => {
  it.each<[string, string, string]>([
    ['a record that has ended', 'none', 'PRO 2026-01-01 2026-02-01'],
    ['a record that starts later', 'none', 'PRO 2026-12-01 -'],
    ['an end in 1970 after a start in 2026', 'unknown', 'PRO 2026-01-01 1970-01-01'],
    ['an end in year 1', 'unknown', 'PRO 2026-01-01 0001-01-01T00:00:00Z'],
    ['an end in words', 'unknown', 'PRO 2026-01-01 never'],
    ['an end as a number', 'unknown', 'PRO 2026-01-01 1790000000'],
    ['a start in words', 'unknown', 'PRO soon -'],
    ['a start in words, but an end in the past', 'none', 'PRO soon 2026-02-01'],
    ['a start later than now, and an end in words', 'none', 'PRO 2026-12-01 never'],
    ['a start in 2999', 'unknown', 'PRO 2999-01-01 -'],
    ['no dates', 'unknown', 'PRO - -'],
    ['a newer record with an unreadable end', 'unknown', 'TEAM 2026-02-01 never | PRO 2026-01-01 -'],
    [
      'older records with an unreadable date',
      'PRO',
      'PRO 2026-01-01 - | TEAM 2020-01-01 never | FREE soon -',
    ],
    ['the same, oldest first', 'unknown', 'FREE 2020-01-01 2021-01-01 | PRO 2026-01-01 - | TEAM soon -'],
    ['an older record without an end', 'unknown', 'PRO 2026-01-01 2026-02-01 | FREE 2025-01-01 -'],
  ])('%s → %s', (_, expected, rows) => {
    expect(answerOf(aHistory(rows).current)).toBe(expected);
    expect(answerOf(aHistory(rows, { unreadable: ['malformed'] }).current)).toBe('unknown');
  });

  it.each<[string, string]>([
    ['microseconds', 'OLD 2026-01-01T00:00:00.000100Z - | NEW 2026-01-01T00:00:00.000900Z -'],
    ['the same text, the newer first', 'NEW 2026-01-01T00:00:00Z - | OLD 2026-01-01T00:00:00Z -'],
    ['another offset, the newer first', 'NEW 2026-01-01T01:00:00+01:00 - | OLD 2026-01-01T00:00:00Z -'],
  ])('two records in one second (%s) → the newer one', (_, rows) => {
    const model = aHistory(rows);
    expect(answerOf(model.current)).toBe('NEW');
    expect(model.entries.map(getLevelKey)).toEqual(['NEW', 'OLD']);
    expect(model.entries.filter((entry) => getEntryState(entry, model) === 'current')).toHaveLength(1);
  });

  it('records of one level in a row → since the first of them, until the last', () => {
    const model = aHistory(
      'TEAM 2026-12-16 - | PRO 2026-08-27 2026-12-16T00:00:00Z | PRO 2026-05-29 2026-08-26T23:59:59Z | FREE 2026-01-01 2026-05-28',
    );
    const run = findCurrentRun(model);
    expect([run?.first.record.validFrom, run?.last.to]).toEqual(['2026-05-29', Date.UTC(2026, 11, 16)]);
  });
});

describe('the next change', () => {
  it.each<[string, string | null, string]>([
    ['a different level', 'TEAM 2027', 'TEAM 2027-01-01 - | PRO 2026-12-01 - | PRO 2026-01-01 2026-12-01'],
    ['the end of the subscription', 'none 2026', 'PRO 2026-01-01 2026-12-16T00:00:00Z'],
    ['a start after a gap', 'PRO 2027', 'PRO 2027-01-01 - | FREE 2026-01-01 2026-02-01'],
    ['nothing', null, 'PRO 2026-01-01 -'],
    ['nothing after the end', null, 'PRO 2026-01-01 2026-02-01'],
    ['nothing, if an older end is unreadable', null, 'PRO 2026-01-01 - | TEAM 2020-01-01 never'],
    ['the end, if an older end is open', 'none 2026', 'PRO 2026-01-01 2026-12-16 | FREE 2025-01-01 -'],
    ['unknown beside an unknown level', 'unknown', 'PRO 2026-01-01 1970-01-01'],
    ['unknown before a start without a readable end', 'unknown', 'PRO 2026-12-01 never'],
    ['unknown if a newer one may precede it', 'unknown', 'TEAM 2026-12-01 never | PRO 2026-01-01 2027-01-01'],
    ['unknown if an older one may follow', 'unknown', 'PRO 2026-01-01 2026-12-16 | TEAM 2020-01-01 never'],
  ])('is %s', (_, expected, rows) => {
    const change = findNextChange(aHistory(rows));
    if (change === null || change === 'unknown') return expect(change).toBe(expected);
    const level = change.entry === null ? 'none' : getLevelKey(change.entry);
    expect(`${level} ${new Date(change.at).getUTCFullYear()}`).toBe(expected);
  });
});

describe('a part of a list', () => {
  const rows = 'PRO 2026-01-01 - | FREE 2025-01-01 2025-06-01';

  it('has no first record, and absence proves nothing', () => {
    const model = aHistory(rows, { isComplete: false });
    expect(changesOf(model)).toEqual(['from FREE', null]);
    expect(answerOf(model.current)).toBe('PRO');
    expect(findNextChange(model)).toBe('unknown');
    expect(answerOf(findLevelAt(model, Date.UTC(2025, 8, 1)))).toBe('unknown');
    expect(answerOf(findLevelAt(model, Date.UTC(2020, 0, 1)))).toBe('unknown');
    expect(answerOf(aHistory([], { isComplete: false }).current)).toBe('unknown');
  });

  it('with the oldest record first → the current level is unknown, because newer ones may be missing', () => {
    const oldestFirst = 'FREE 2025-01-01 2025-06-01 | PRO 2026-01-01 -';
    expect(answerOf(aHistory(oldestFirst, { isComplete: false }).current)).toBe('unknown');
  });
});

it('a record of a different workspace → is excluded, even if no record names the open one', () => {
  const findDifferent = (...workspaces: (string | null)[]) => {
    const items = workspaces.map((workspace) => aRecord({ workspace, validFrom: '2024-01-01' }));
    const { entries, differentWorkspace } = deriveHistory(
      { items, unreadable: [], isComplete: true },
      'acme',
      Date.now(),
    );
    const different = entries.filter(({ problems }) => problems.includes('different-workspace'));
    return [differentWorkspace, ...different.map(({ index }) => index)];
  };
  expect(findDifferent('acme', 'other', null)).toEqual([null, 1]);
  expect(findDifferent('id-1', 'id-2', 'id-1', null)).toEqual(['id-1', 1]);
});

it('changes and overlaps compare a record with the one that applied before, even across gaps', () => {
  const model = aHistory(
    'TEAM 2024-10-01 2024-10-31 | TEAM 2024-08-01 2024-08-31 | TEAM 2024-07-01 2024-07-31 | PRO 2024-03-01 2024-03-31 | FREE 2024-01-01 2024-06-30',
  );
  expect(changesOf(model)).toEqual(['again', 'renewed', 'from FREE', 'from FREE', 'first record']);
  expect(model.entries.map((entry) => listNotes(entry).map(formatTextWithLevel))).toEqual([
    [],
    [],
    [],
    ['31 days overlap with FREE'],
    [],
  ]);
});

function answerOf(answer: LevelAtMoment): string {
  return answer.kind === 'level' ? getLevelKey(answer.entry) : answer.kind;
}

function changesOf(model: ReturnType<typeof aHistory>): (string | null)[] {
  return model.entries.map((entry) => {
    const change = describeLevelChange(entry, model);
    return change && formatTextWithLevel(change);
  });
}
