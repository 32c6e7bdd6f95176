import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isChangedBySpreadsheet, readInstanceLines } from '../../src/compute/readInstanceLines.ts';
import { hostileText } from './fixtures.ts';

/** The instances as "database/ID/name", and the problems as "number: reason". */
function describeLines(text: string): string[] {
  const { instances, problems } = readInstanceLines(text, () => false);
  return [
    ...instances.map(({ databaseName, instanceId, name }) => `${databaseName}/${instanceId}/${name ?? '-'}`),
    ...problems.map(({ lineNumber, reason }) => `${lineNumber}: ${reason}`),
  ];
}

const expected = 'Expected database, ID and name.';

describe('readInstanceLines', () => {
  it.each<[title: string, text: string, lines: string[]]>([
    ['nothing', ' \n ', []],
    ['commas', 'orders, i-1, first\r\n\r\norders,i-2,', ['orders/i-1/first', 'orders/i-2/-']],
    ['tabs', 'orders\ti-1\tfirst, of two', ['orders/i-1/first, of two']],
    ['quotes', 'orders,"i,1","a ""b"""', ['orders/i,1/a "b"']],
    ['a header with tabs', '\ufeffDatabase\tID\tName\norders\ti-1\ta', ['orders/i-1/a']],
    ['a header in another order', 'Instance ID,Name,Database\ni-1,a,orders', ['orders/i-1/a']],
    ['a different column', 'database,id,cost\norders,i-1,9', ['database/id/cost', 'orders/i-1/9']],
    ['a header further down', 'orders,i-1\ndatabase,id,name', ['orders/i-1/-', 'database/id/name']],
    ['four cells', 'orders,i-1,a,b', [`1: ${expected}`]],
    ['an open quote', 'orders,"i-1,a\norders,i-2', ['orders/i-2/-', `1: ${expected}`]],
    [
      'an ID that can’t be in a path',
      'orders,..,a',
      ['1: The instance ID contains “.” or “..” as a part of a path.'],
    ],
    ['the same twice', 'orders,i-1,a\norders,i-1,b', ['orders/i-1/a', '2: Same as an earlier line.']],
    ['a value of a spreadsheet', 'orders,7.39E+10', ['1: The ID may have been changed by a spreadsheet.']],
    ['a space before quotes', 'orders, "i-1"', ['1: The ID begins with a quotation mark.']],
    ['a hidden character', 'orders,i\u200b1', ['1: Contains hidden characters.']],
  ])('%s', (_, text, lines) => {
    expect(describeLines(text)).toEqual(lines);
  });

  it('any text → each line that isn’t empty is an instance, a problem or the header', () => {
    fc.assert(
      fc.property(fc.array(hostileText), (parts) => {
        const text = parts.join('\n');
        const { instances, problems } = readInstanceLines(text, () => false);
        const count = text
          .replace(/^\ufeff/, '')
          .split(/\r\n?|\n/)
          .filter((line) => line.trim() !== '').length;
        expect(instances.length + problems.length).toBe(count);
      }),
    );
  });
});

describe('isChangedBySpreadsheet', () => {
  const changed =
    '7.39E+10|7,39E+10|1E5|05. Jan|5-Jan|Jan-05|3. Mär|May 2026|#NAME?|#WERT!|#####|01.02.2026|1/2/26|2026-01-05|' +
    "2026-01-05 00:00:00|TRUE|FALSCH|12%|123456789012345000|'=SUM(A1)|'-i";
  it.each(changed.split('|'))('%s → changed', (text) => {
    expect(isChangedBySpreadsheet(text)).toBe(true);
  });

  const unchanged =
    'i-1|orders-primary|7c88ad73-75b4-49bf-9411-4112ead5699c|12345|e5|jane-05|marketing-01|#1|2026|a2026-01-05|1e|' +
    `true-north|100|${'x'.repeat(5_000)}`;
  it.each(unchanged.split('|'))('%.40s → as it was', (text) => {
    expect(isChangedBySpreadsheet(text)).toBe(false);
  });
});
