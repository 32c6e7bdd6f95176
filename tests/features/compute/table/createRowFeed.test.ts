import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRowFeed } from '../../../../src/features/compute/table/createRowFeed.ts';

describe('createRowFeed', () => {
  let frames: FrameRequestCallback[] = [];
  let now = 0;
  beforeEach(() => {
    frames = [];
    now = 0;
    vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  });
  afterEach(() => vi.unstubAllGlobals());

  /** Lets every frame that is asked for come, the next one after as long as the one before took. */
  function runFrames(costOf: (rows: number) => number, rowsDrawn: number[][]): number[] {
    const counts: number[] = [];
    for (let frame = frames.shift(); frame !== undefined; frame = frames.shift()) {
      const before = rowsDrawn.length;
      frame(now);
      const rows = rowsDrawn.length === before ? 0 : newRows(rowsDrawn);
      counts.push(rows);
      now += costOf(rows);
      expect(counts.length).toBeLessThan(100);
    }
    return counts;
  }

  it('draws a list at once, and another one, and rows of another height', () => {
    const drawn: number[][] = [];
    const feed = createRowFeed(({ from, to }) => drawn.push([from, to]));
    feed.follow(at(0));
    feed.follow({ ...at(300), count: 900 });
    feed.follow({ ...at(310), count: 900, rowHeight: 36 });
    expect(drawn).toEqual([
      [0, 26],
      [297, 326],
      [307, 336],
    ]);
    expect(frames).toEqual([]);
  });

  it('soon draws a whole screen in one frame where frames are short', () => {
    const { feed, drawn } = jumped();
    expect(runFrames(() => 16, drawn)).toEqual([2, 4, 8, 15, 0]);
    feed.follow(at(600));
    expect(runFrames(() => 16, drawn)).toEqual([29, 0]);
    expect(drawn.at(-1)).toEqual([597, 626]);
  });

  it('draws few rows a frame where they take long, and comes to an end all the same', () => {
    const { drawn } = jumped();
    const counts = runFrames((rows) => 17 + rows * 9, drawn);
    expect(counts.reduce((sum, rows) => sum + rows)).toBe(29);
    expect(Math.max(...counts)).toBeLessThanOrEqual(3);
    expect(drawn.at(-1)).toEqual([297, 326]);
  });

  it('follows to where the list is scrolled meanwhile', () => {
    const { feed, drawn } = jumped();
    frames.shift()?.(0);
    feed.follow(at(700));
    expect(frames).toHaveLength(1);
    runFrames(() => 30, drawn);
    expect(drawn.at(-1)).toEqual([697, 726]);
  });
});

/** A list that has just been scrolled to row 300. */
function jumped() {
  const drawn: number[][] = [];
  const feed = createRowFeed(({ from, to }) => drawn.push([from, to]));
  feed.follow(at(0));
  feed.follow(at(300));
  return { feed, drawn };
}

/** A list of 1000 rows, 23 of them in sight, and three around them. */
function at(first: number) {
  const sight = { from: first, to: first + 23 };
  return {
    range: { from: Math.max(0, first - 3), to: sight.to + 3 },
    sight,
    count: 1000,
    rowHeight: 40,
  };
}

/** How many rows the last drawing has that the one before it had not. */
function newRows(drawn: number[][]): number {
  const [from = 0, to = 0] = drawn.at(-1) ?? [];
  const [fromBefore = 0, toBefore = 0] = drawn.at(-2) ?? [];
  return to - from - Math.max(0, Math.min(to, toBefore) - Math.max(from, fromBefore));
}
