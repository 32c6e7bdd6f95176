import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { removeApostrophes, toCsv } from '../../src/ui/exportRecords.ts';

describe('toCsv', () => {
  it('ends every row with CRLF, and writes nothing without rows', () => {
    expect(toCsv([['a'], ['b']])).toBe('a\r\nb\r\n');
    expect(toCsv([])).toBe('');
  });

  it.each(['=1', '+1', '-1', '@a', '\t1', '\r1', "'=1", '＝1'])('puts one apostrophe before %j', (cell) => {
    expect(toCsv([[cell]])).toBe(`"'${cell}"\r\n`);
  });

  it.each(['a=1', "'a", '1-2', 'a; b = 1', 'a;b-1'])('adds no apostrophe to %j', (cell) => {
    expect(toCsv([[cell]])).not.toContain(`'${cell}`);
  });

  it.each([
    ['eu;=1', "eu;'=1"],
    ['eu; "+1', `eu; "'+1`],
    ['a|@b', "a|'@b"],
    ['a\t-1', "a\t'-1"],
    ['two\n=lines', "two\n'=lines"],
    ["eu;'=1", "eu;''=1"],
    [';;＝1', ";;'＝1"],
  ])('puts an apostrophe before the formula inside %j', (cell, escaped) => {
    expect(toCsv([[cell]])).toBe(`"${escaped.replaceAll('"', '""')}"\r\n`);
  });

  const cell = fc.string({ unit: fc.constantFrom(...'=+-@;;|\t\r\n\'", ab＝\u00a0'), maxLength: 8 });
  const rowsOfCells = fc.array(fc.tuple(cell, cell), { minLength: 1 });

  it('starts no cell with a formula, even if a spreadsheet uses another separator', () => {
    const formula = /^[\s"]*[=+\-@＝]/;
    fc.assert(
      fc.property(rowsOfCells, (rows) => {
        const text = toCsv(rows);
        const readRows = Papa.parse<string[]>(text, { delimiter: ',', newline: '\r\n' }).data;
        expect(readRows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
        // A spreadsheet with another separator ignores our quotes, so it also splits quoted cells.
        for (const separator of [';', '\t', '|'])
          for (const part of text.split(new RegExp(`[\\r\\n${separator}]`)).slice(1))
            expect(part).not.toMatch(formula);
      }),
      { numRuns: 500 },
    );
  });

  it('removeApostrophes restores every cell, including its own apostrophes', () => {
    fc.assert(
      fc.property(rowsOfCells, (rows) => {
        const { data } = Papa.parse<string[]>(toCsv(rows), { delimiter: ',', newline: '\r\n' });
        expect(data.slice(0, -1).map((row) => row.map(removeApostrophes))).toEqual(rows);
      }),
      { numRuns: 500 },
    );
  });
});
