import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createArrayReader } from '../../src/api/createArrayReader.ts';
import { createBreather } from '../../src/api/createBreather.ts';

const big = 'x'.repeat(200 * 1024);

/** All items of a text that comes in chunks of some length, or null where it is no array. */
async function readArray(text: string, chunkLength = Number.POSITIVE_INFINITY): Promise<unknown[] | null> {
  const items: unknown[] = [];
  const reader = createArrayReader((item) => items.push(item));
  let [rest, at] = ['', 0];
  for (; at + chunkLength < text.length; at += chunkLength)
    rest = await reader.take(rest + text.slice(at, at + chunkLength));
  const isArray = await reader.finish(rest + text.slice(at)).finally(reader.end);
  return isArray ? items : null;
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a JSON array in slices', () => {
  it('is what JSON.parse makes of it, whatever stands in it', async () => {
    const value = fc.array(fc.jsonValue(), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        value,
        fc.array(fc.nat(12), { maxLength: 3 }),
        fc.constantFrom(0, 2),
        fc.constantFrom(Number.POSITIVE_INFINITY, 150_000, 40_001),
        async (items, at, space, chunkLength) => {
          // Long items in between force the cuts.
          for (const place of at)
            items.splice(
              place,
              0,
              `${big}"\\],[{`,
              { a: big },
              { b: [{}, { c: big }] },
              [[big], { ',': big }],
              {},
            );
          const text = ` \n${JSON.stringify(items, null, space)}\r\n`;
          expect(await readArray(text, chunkLength)).toEqual(JSON.parse(text));
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    ['an item missing at a cut', `["${big}",,"${big}"]`],
    ['a comma at the end', `["${big}","${big}",]`],
    ['a comma at the start', `[,"${big}","${big}"]`],
    ['two lists', `["${big}"],["${big}"]`],
    ['words after the end', `["${big}"] and more`],
    ['a string that never ends', `["${big}","${big}]`],
    ['a list that never ends', `["${big}",["${big}"]`],
    ['a brace that closes nothing', `["${big}"},{"${big}"]`],
    ['a blank in place of the first item', `[${' '.repeat(200_000)},1]`],
    ['a list that never begins', `{"${big}",[1]]`],
    ['a short list that never begins', 'x]'],
    ['nothing but commas', `[${','.repeat(300_000)}]`],
    ['a comma at the end of records', `[{"a":"${big}"},{"a":"${big}"},]`],
    ['records that never end', `[{"a":"${big}"},{"a":"${big}"},{"a":"${big}"}`],
    ['records, then another list', `[{"a":"${big}"},{"a":"${big}"},{}],[{}]`],
  ])('%s is refused, as JSON.parse does', async (_, text) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    await expect(readArray(text)).rejects.toThrow(SyntaxError);
    await expect(readArray(text, 65_536)).rejects.toThrow(SyntaxError);
  });

  describe('is read while it comes', () => {
    const whole = JSON.stringify(Array.from({ length: 4000 }, (_, at) => ({ at, level: 'PRO '.repeat(20) })));
    const front = whole.slice(0, -10);

    function reading() {
      const items: unknown[] = [];
      return { items, ...createArrayReader((item) => items.push(item)) };
    }

    it('and what is left of it after that', async () => {
      const list = reading();
      const rest = await list.take(front);
      expect(list.items.length).toBeGreaterThan(1000);
      expect(list.items.length).toBeLessThan(4000);
      expect(await list.finish(rest + whole.slice(-10)).finally(list.end)).toBe(true);
      expect(list.items).toEqual(JSON.parse(whole));
    });

    it('but only one of several, until that one has ended', async () => {
      const [first, second] = [reading(), reading()];
      const rest = await first.take(front);
      const waiting = second.take(front);
      await first.take(rest);
      expect(second.items).toEqual([]);
      first.end();
      await waiting;
      expect(second.items.length).toBeGreaterThan(1000);
      second.end();
    });

    it('and none waits for one that stands still, least of all when it has come', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
      const [stalled, second, third] = [reading(), reading(), reading()];
      await stalled.take(front);
      expect(await third.finish(whole)).toBe(true);
      const waiting = second.take(front);
      await vi.advanceTimersByTimeAsync(200);
      expect(second.items).toEqual([]);
      await vi.advanceTimersByTimeAsync(100);
      await waiting;
      expect(second.items.length).toBeGreaterThan(1000);
      second.end();
    });

    it('and none waits for long, however long another one takes', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
      const [endless, second] = [reading(), reading()];
      await endless.take('[');
      const waiting = second.take(front);
      for (let ms = 0; ms < 2900; ms += 100) {
        await vi.advanceTimersByTimeAsync(100);
        expect(second.items).toEqual([]);
        await endless.take('[');
      }
      await vi.advanceTimersByTimeAsync(200);
      await waiting;
      expect(second.items.length).toBeGreaterThan(1000);
      second.end();
      endless.end();
    });
  });

  it.each(['{}', 'null', `"${big}"`, `{"a":["${big}"]}`])('what is no array is null', async (text) => {
    expect(await readArray(text)).toBeNull();
  });

  it('a list of blanks is empty', async () => {
    expect(await readArray(`[${' '.repeat(400_000)}]`)).toEqual([]);
    expect(await readArray(`[]${' '.repeat(400_000)}`)).toEqual([]);
  });

  it.each([
    ['numbers', 1234567],
    ['texts with marks of their own', '],[{"\\'],
    ['lists', [[1, 2], [], [[3]]]],
    ['records', { a: {}, b: { c: 1, d: 2 } }],
    ['records with lists', { a: [{ b: [1, 2] }, {}], c: [] }],
  ])('of %s is never read in one go', async (_, item) => {
    const items = Array.from({ length: 40_000 }, () => item);
    const text = `${JSON.stringify(items)} \n`;
    const parse = vi.spyOn(JSON, 'parse');
    const read = await readArray(text);
    const lengths = parse.mock.calls.map(([piece]) => piece.length);
    // A guess at where an item ends may be wrong; it costs its slice a second reading, and no more.
    const whole = parse.mock.results.filter(({ type }) => type === 'return').length;
    parse.mockRestore();
    expect(read).toEqual(items);
    expect(Math.max(...lengths)).toBeLessThan(128 * 1024 + 100);
    expect(whole).toBe(Math.ceil(text.length / (128 * 1024 + 100)));
    expect(lengths.length).toBeLessThanOrEqual(whole * 2);
  });

  it('lets other tasks come in between', async () => {
    const text = JSON.stringify(Array.from({ length: 240_000 }, (_, at) => ({ at, level: 'PRO', to: null })));
    let between = 0;
    const timer = setInterval(() => {
      between += 1;
    }, 1);
    expect(await readArray(text)).toHaveLength(240_000);
    clearInterval(timer);
    expect(between).toBeGreaterThan(0);
  });
});

it('a breath is due at the end of its time, not before', () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
  const breathe = createBreather(12);
  clock.mockReturnValue(1011.9);
  expect(breathe()).toBeNull();
  clock.mockReturnValue(1012);
  expect(breathe()).not.toBeNull();
});

it('a breath is only taken once the time is up', async () => {
  const breathe = createBreather(30);
  expect(breathe()).toBeNull();
  const until = performance.now() + 31;
  while (performance.now() < until);
  await expect(breathe()).resolves.toBeUndefined();
  expect(breathe()).toBeNull();
});
