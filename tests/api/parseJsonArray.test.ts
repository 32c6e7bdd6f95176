import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBreather } from '../../src/api/createBreather.ts';
import { parseJsonArray } from '../../src/api/parseJsonArray.ts';

const big = 'x'.repeat(200 * 1024);

afterEach(() => {
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
        async (items, at, space) => {
          // Long items in between force the cuts.
          for (const place of at) items.splice(place, 0, `${big}"\\],[{`, [[big], { ',': big }]);
          const text = ` \n${JSON.stringify(items, null, space)}\r\n`;
          expect(await parseJsonArray(text)).toEqual(JSON.parse(text));
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
  ])('%s is refused, as JSON.parse does', async (_, text) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    await expect(parseJsonArray(text)).rejects.toThrow(SyntaxError);
  });

  it.each(['{}', 'null', `"${big}"`, `{"a":["${big}"]}`])('what is no array is null', async (text) => {
    expect(await parseJsonArray(text)).toBeNull();
  });

  it('a list of blanks is empty', async () => {
    expect(await parseJsonArray(`[${' '.repeat(400_000)}]`)).toEqual([]);
    expect(await parseJsonArray(`[]${' '.repeat(400_000)}`)).toEqual([]);
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
    const read = await parseJsonArray(text);
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
    expect(await parseJsonArray(text)).toHaveLength(240_000);
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
