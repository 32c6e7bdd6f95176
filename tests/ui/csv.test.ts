import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { toCsv, unguarded } from '../../src/ui/csv.ts';

describe('toCsv', () => {
  it('quotes what RFC 4180 wants quoted', () => {
    expect(
      toCsv([
        ['a', 'b'],
        ['x,y', 'say "hi"'],
        ['two\nlines', ''],
      ]),
    ).toBe('a,b\r\n"x,y","say ""hi"""\r\n"two\nlines",\r\n');
    expect(toCsv([])).toBe('');
  });

  it.each(['=1', '+1', '-1', '@a', '\t1', '\r1', "'=1", '＝1'])('guards %j by one apostrophe', (cell) => {
    expect(toCsv([[cell]])).toBe(`"'${cell}"\r\n`);
  });

  it.each(['a=1', "'a", '1-2', 'a; b = 1', 'a;b-1'])('leaves %j without one', (cell) => {
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
  ])('guards %j where another separator or a line break would begin a cell', (cell, guarded) => {
    expect(toCsv([[cell]])).toBe(`"${guarded.replaceAll('"', '""')}"\r\n`);
  });

  const cell = fc.string({ unit: fc.constantFrom(...'=+-@;;|\t\r\n\'", ab＝\u00a0'), maxLength: 8 });
  const rowsOfCells = fc.array(fc.tuple(cell, cell), { minLength: 1 });

  it('starts no cell with what a spreadsheet runs, at whatever it splits', () => {
    const formula = /^[\s"]*[=+\-@＝]/;
    fc.assert(
      fc.property(rowsOfCells, (rows) => {
        const text = toCsv(rows);
        const read = Papa.parse<string[]>(text, { delimiter: ',', newline: '\r\n' }).data;
        expect(read.flat().filter((one) => /^[=+\-@\t\r]/.test(one))).toEqual([]);
        // At another separator quotes are out of step: they hold nothing together, line breaks neither.
        for (const separator of [';', '\t', '|'])
          for (const one of text.split(new RegExp(`[\\r\\n${separator}]`)).slice(1))
            expect(one).not.toMatch(formula);
      }),
      { numRuns: 2000 },
    );
  });

  it('is read back to what it was, apostrophes of its own and all', () => {
    fc.assert(
      fc.property(rowsOfCells, (rows) => {
        const { data } = Papa.parse<string[]>(toCsv(rows), { delimiter: ',', newline: '\r\n' });
        expect(data.slice(0, -1).map((row) => row.map(unguarded))).toEqual(rows);
      }),
      { numRuns: 2000 },
    );
  });
});
