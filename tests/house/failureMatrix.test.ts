import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { failures } from '../server/service/failures.ts';

const operations = ['DELETE', 'history', 'regions'] as const;

/** Their number. From 37 on, they come from public bug reports of similar software. */
const failureCount = 41;
/** The browser decides the result, so only a story proves it. */
const decidedByBrowser = [1, 4, 19, 20, 35, 36];
/** Reads can't have these: a record of a different workspace, and a 404 after `unknown`. */
const ofDeletes = [13, 23];

/** Returns the cells that titles name: "[07, 09 history]" names 7 history and 9 history. */
function cellsIn(titles: string): string[] {
  const tags = titles.matchAll(/['`]\[(\d\d(?:, \d\d)*) ([a-zA-Z%${}, ]+)\]/g);
  return [...tags].flatMap(([, rows = '', names = '']) => {
    // A title can have a placeholder for each of the reads.
    const named = /%s|read/.test(names) ? ['history', 'regions'] : names.split(', ');
    return rows.split(', ').flatMap((row) => named.map((operation) => `${Number(row)} ${operation}`));
  });
}

function cellsInFiles(ending: string): string[] {
  const files = readdirSync('tests', { recursive: true, encoding: 'utf8' });
  return files.flatMap((path) =>
    path.endsWith(ending) ? cellsIn(readFileSync(`tests/${path}`, 'utf8')) : [],
  );
}

const cellsInStories = new Set(cellsInFiles('.spec.ts'));
const ofFailures = failures.flatMap((failure) =>
  operations.filter((name) => failure[name] !== undefined).map((name) => `${failure.row} ${name}`),
);
const cells = new Set([...cellsInStories, ...cellsInFiles('.test.ts'), ...ofFailures]);

it.each(Array.from({ length: failureCount }, (_, i) => i + 1))(
  'each operation has a test of failure %i',
  (row) => {
    const possibleOperations = ofDeletes.includes(row) ? ['DELETE'] : operations;
    const tested = decidedByBrowser.includes(row) ? cellsInStories : cells;
    expect(possibleOperations.filter((operation) => !tested.has(`${row} ${operation}`))).toEqual([]);
  },
);
