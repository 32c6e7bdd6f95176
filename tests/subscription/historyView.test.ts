import fc from 'fast-check';
import { createLoader, createSerializer } from 'nuqs';
import { describe, expect, it } from 'vitest';
import { historyCsv, historyJson } from '../../src/features/subscription/exportHistory.ts';
import { deriveHistory } from '../../src/features/subscription/history.ts';
import { analyseHistory } from '../../src/features/subscription/historyEntries.ts';
import { dayStart, filterHistory, historyParams } from '../../src/features/subscription/historyView.ts';
import { levelLooks } from '../../src/features/subscription/levels.tsx';
import { stateAt } from '../../src/features/subscription/states.ts';
import { stripBlocks, stripLanes } from '../../src/features/subscription/strip.ts';
import { aRecord, generatedHistory, generatedNow, gridStart } from './generatedHistory.ts';

const everything = { level: null, state: null, from: null, to: null };

const read = createLoader(historyParams);
const write = createSerializer(historyParams);

describe('filtering', () => {
  it('splits every history by state and by level, and loses nothing', () => {
    fc.assert(
      fc.property(generatedHistory, generatedNow, (records, now) => {
        const entries = analyseHistory(records, 'acme');
        const states = (['current', 'scheduled', 'ended', 'unknown'] as const).flatMap(
          (state) => filterHistory(entries, { ...everything, state }, now, 'UTC').entries,
        );
        const levels = ['FREE', 'PRO', 'TEAM', ''].flatMap(
          (level) => filterHistory(entries, { ...everything, level }, now, 'UTC').entries,
        );
        for (const parts of [states, levels])
          expect([...parts].sort((a, b) => a.index - b.index)).toEqual(entries);
        const { entries: current } = filterHistory(entries, { ...everything, state: 'current' }, now, 'UTC');
        expect(current.every((entry) => stateAt(entry, now) === 'current')).toBe(true);
      }),
    );
  });

  it.each([
    ['a day inside', { from: '2024-03-05', to: '2024-03-05' }, 1],
    ['the day it ends on, at midnight', { from: '2024-03-10' }, 0],
    ['the last day it covers', { from: '2024-03-09' }, 1],
    ['up to the day before it starts', { to: '2024-02-29' }, 0],
    ['up to the day it starts', { to: '2024-03-01' }, 1],
  ])('a span that is %s', (_, span, expected) => {
    const entries = analyseHistory(
      [aRecord({ validFrom: '2024-03-01T00:00:00Z', validTo: '2024-03-10T00:00:00Z' })],
      'acme',
    );
    expect(filterHistory(entries, { ...everything, ...span }, 0, 'UTC').entries).toHaveLength(expected);
  });

  it('counts what only a span leaves out because it names no moment', () => {
    const entries = analyseHistory([aRecord({ validFrom: 'soon' }), aRecord({ level: null })], 'acme');
    expect(filterHistory(entries, { ...everything, from: '2024-01-01' }, 0, 'UTC')).toEqual({
      entries: [],
      undated: 2,
    });
  });

  it('is read from the URL it writes, and passes nonsense over', () => {
    const view = { level: '', state: 'ended', from: '2024-02-29', to: null } as const;
    expect(read(write('?other=1', view))).toEqual(view);
    expect(write('?other=1&level=A', everything)).toBe('?other=1');
    expect(read('?state=gone&from=2024-02-30&to=1')).toEqual(everything);
  });

  it('of any level survives the URL', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (level) => {
        expect(read(write('', { ...everything, level }))).toEqual({ ...everything, level });
      }),
    );
  });

  it('days are whole in UTC, and the exclusive end is the next day', () => {
    expect(dayStart('2024-02-29', 'UTC')).toBe(Date.UTC(2024, 1, 29));
    expect(dayStart('2024-12-31', 'UTC', 1)).toBe(Date.UTC(2025, 0, 1));
    expect(dayStart('2024-03-31', 'local', 1)).toBe(new Date(2024, 3, 1).getTime());
  });
});

describe('looks and strip', () => {
  it('newer levels never change the look of older ones, and the first eight hues differ', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 20 }), (levels) => {
        const all = levelLooks(levels);
        expect([...levelLooks(levels.slice(0, 5))]).toEqual([...all].slice(0, 5));
        const first = [...all.values()].slice(0, 8);
        expect(new Set(first.map((look) => look.hue)).size).toBe(first.length);
        expect(new Set([...all.values()].map((look) => `${look.hue} ${look.texture}`)).size).toBe(all.size);
      }),
    );
  });

  it('has every lasting record in one piece, and no more pieces than there is room for', () => {
    fc.assert(
      fc.property(generatedHistory, (records) => {
        const { oldest, span } = deriveHistory(records, 'acme');
        const lanes = stripLanes(oldest);
        if (span === null) return;
        const window = { from: span.from, to: span.to + 1 };
        const xOf = (moment: number) => (60 * (moment - window.from)) / (window.to - window.from);
        const blocks = stripBlocks(oldest, lanes, window, xOf);
        expect(blocks.reduce((sum, block) => sum + block.count, 0)).toBe(oldest.length);
        for (const { lane } of blocks) expect(lane).toBeLessThan(lanes.count);
      }),
    );
    const many = Array.from({ length: 20_000 }, (_, at) => {
      const from = gridStart + at * 60_000;
      return aRecord({
        level: at % 2 ? 'A' : 'B',
        validFrom: new Date(from).toISOString(),
        validTo: new Date(from + 60_000).toISOString(),
      });
    });
    const { oldest, span } = deriveHistory(many, 'acme');
    const window = span ?? { from: 0, to: 1 };
    const blocks = stripBlocks(
      oldest,
      stripLanes(oldest),
      window,
      (ms) => (1000 * (ms - window.from)) / (window.to - window.from),
    );
    expect(blocks.length).toBeLessThan(340);
    expect(blocks[0]?.lasting.size).toBe(2);
  });
});

describe('what is exported', () => {
  const records = [
    aRecord({ level: '=1+1', validFrom: '2024-03-01T00:00:00Z' }),
    aRecord({ level: 'A, "B"\nC', validFrom: '2024-02-01', validTo: '2024-03-01T00:00:00Z' }),
  ];
  const model = deriveHistory(records, 'acme');
  const now = Date.UTC(2024, 5, 1);
  const shown = {
    workspaceSlug: 'acme',
    zone: 'UTC' as const,
    view: everything,
    model,
    entries: model.newest,
    now,
  };

  it('CSV disarms formulas and quotes what has to be', () => {
    const text = historyCsv(shown);
    expect(text).toContain(`\r\n"'=1+1",2024-03-01T00:00:00.000Z,,Current,3 months so far,`);
    expect(text).toContain('"A, ""B""\nC",2024-02-01T00:00:00.000Z,2024-03-01T00:00:00.000Z,Ended,1 month,');
    expect(text.endsWith('\r\n')).toBe(true);
  });

  it('JSON is one object with what the service sent, also where nothing is left', () => {
    expect(JSON.parse(historyJson(shown))).toMatchObject({
      recordsInAll: 2,
      records: records.map(({ raw }) => ({ record: raw })),
    });
    const none = historyJson({ ...shown, entries: [] });
    expect(JSON.parse(none)).toMatchObject({ records: [] });
  });
});
