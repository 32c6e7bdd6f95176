import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { toCsv, unguarded } from '../../src/ui/exportRecords.ts';

describe('toCsv', () => {
  it('quotes cells as RFC 4180 requires', () => {
    expect(
      toCsv([
        ['a', 'b'],
        ['x,y', 'say "hi"'],
        ['two\nlines', ''],
      ]),
    ).toBe('a,b\r\n"x,y","say ""hi"""\r\n"two\nlines",\r\n');
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
  ])('guards the formula in %j after a different separator or a line break', (cell, guarded) => {
    expect(toCsv([[cell]])).toBe(`"${guarded.replaceAll('"', '""')}"\r\n`);
  });

  const cell = fc.string({ unit: fc.constantFrom(...'=+-@;;|\t\r\n\'", ab＝\u00a0'), maxLength: 8 });
  const rowsOfCells = fc.array(fc.tuple(cell, cell), { minLength: 1 });

  it('starts no cell with a formula, whichever separator the spreadsheet uses', () => {
    const formula = /^[\s"]*[=+\-@＝]/;
    fc.assert(
      fc.property(rowsOfCells, (rows) => {
        const text = toCsv(rows);
        const read = Papa.parse<string[]>(text, { delimiter: ',', newline: '\r\n' }).data;
        expect(read.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
        // A spreadsheet with a different separator also splits inside quotes.
        for (const separator of [';', '\t', '|'])
          for (const part of text.split(new RegExp(`[\\r\\n${separator}]`)).slice(1))
            expect(part).not.toMatch(formula);
      }),
      { numRuns: 500 },
    );
  });

  it('can be read back unchanged, including existing apostrophes', () => {
    fc.assert(
      fc.property(rowsOfCells, (rows) => {
        const { data } = Papa.parse<string[]>(toCsv(rows), { delimiter: ',', newline: '\r\n' });
        expect(data.slice(0, -1).map((row) => row.map(unguarded))).toEqual(rows);
      }),
      { numRuns: 500 },
    );
  });
});
