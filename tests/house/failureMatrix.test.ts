import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { failures } from '../server/service/failures.ts';

const operations = ['DELETE', 'history', 'regions'] as const;

/**
 * The failures by number. `browser`: the browser decides the result, so only a story proves it. `DELETE`: reads can't have this
 * failure. The last ones, from 37 on, come from public bug reports of similar software.
 */
const matrix = `
   1 offline before the click (browser)
   2 connection refused, DNS
   3 reset on a new socket
   4 reset on a reused socket (browser)
   5 no response
   6 200, then reset, short, bad chunk, bad gzip
   7 200, then a stall
   8 truncated JSON in a whole body
   9 200 as an HTML page
  10 200 without type, garbage, empty, null
  11 extra fields, {}, {ok: false}
  12 missing or null fields
  13 record of a different workspace (DELETE)
  14 numeric or missing id
  15 202
  16 204, 205
  17 3xx, redirect loop
  18 400, 422
  19 401 (browser)
  20 20 parallel 401s (browser)
  21 403
  22 404, 410, documented or not
  23 404 after unknown (DELETE)
  24 405, 421, 425
  25 408
  26 409, 412, 423
  27 429
  28 absurd Retry-After
  29 500, 501, 599
  30 502, 503, 504 in HTML
  31 different statusCode, long messages
  32 100 000 records, 50 MB, endless body
  33 duplicates, invalid dates, nulls
  34 path values
  35 tab closed, reload, crash (browser)
  36 double click, two tabs, second admin (browser)
  37 404 with a gateway's own JSON
  38 part of a list
  39 21 KB of headers
  40 malformed response
  41 login page or proxy in front`;

/** Returns the cells that titles name: "[07, 09 history]" names 7 history and 9 history. */
function cellsIn(titles: string): string[] {
  const tags = titles.matchAll(/['`]\[(\d\d(?:, \d\d)*) ([a-zA-Z%${}, ]+)\]/g);
  return [...tags].flatMap(([, rows = '', names = '']) => {
    // A title can have a placeholder for each of the reads.
    const named = /%s|read/.test(names) ? ['history', 'regions'] : names.split(', ');
    return rows.split(', ').flatMap((row) => named.map((operation) => `${Number(row)} ${operation}`));
  });
}

function readFiles(ending: string): string {
  return readdirSync('tests', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => readFileSync(`tests/${path}`, 'utf8'))
    .join('\n');
}

const cellsInStories = new Set(cellsIn(readFiles('.spec.ts')));
const cells = new Set([
  ...cellsInStories,
  ...cellsIn(readFiles('.test.ts')),
  ...failures.flatMap((failure) =>
    operations.filter((name) => failure[name] !== undefined).map((name) => `${failure.row} ${name}`),
  ),
]);

it.each(matrix.trim().split(/\n\s*/))('each operation has a test of the failure %s', (line) => {
  const row = Number.parseInt(line, 10);
  const possibleOperations = line.endsWith('(DELETE)') ? ['DELETE'] : operations;
  const tested = line.endsWith('(browser)') ? cellsInStories : cells;
  expect(possibleOperations.filter((operation) => !tested.has(`${row} ${operation}`))).toEqual([]);
});
