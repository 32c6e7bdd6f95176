import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { toCsv } from '../../src/ui/toCsv.ts';

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

  it.each(['a=1', "'a", '1-2', ' =1'])('leaves %j without one', (cell) => {
    expect(toCsv([[cell]])).not.toContain(`'${cell}`);
  });

  it('starts no cell with what a spreadsheet runs, and changes nothing else', () => {
    const cell = fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n\'", ab'), maxLength: 6 });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
        const read = Papa.parse<string[]>(toCsv(rows), { delimiter: ',', newline: '\r\n' }).data.slice(0, -1);
        expect(read.flat().filter((text) => /^[=+\-@\t\r]/.test(text))).toEqual([]);
        expect(read.flat().map((text) => text.replace(/^'(?='*[=+\-@\t\r\n])/, ''))).toEqual(rows.flat());
      }),
      { numRuns: 1000 },
    );
  });
});
