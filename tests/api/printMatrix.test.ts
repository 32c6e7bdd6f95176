import { describe, expect, it } from 'vitest';
import { printMatrix } from '../support/printMatrix.mjs';

function print(...reports: unknown[]) {
  const lines: string[] = [];
  const sum = printMatrix(reports, (line) => lines.push(line));
  const row = (number: number) =>
    lines.find((line) => line.startsWith(`${String(number).padStart(3)} `))?.slice(48);
  return { lines, sum, row };
}

const vitest = (...tests: [fullName: string, status: string][]) => ({
  testResults: [{ assertionResults: tests.map(([fullName, status]) => ({ fullName, status })) }],
});
const playwright = (title: string, status: string) => ({
  suites: [{ specs: [], suites: [{ specs: [{ title, ok: status !== 'unexpected', tests: [{ status }] }] }] }],
});

describe('printMatrix', () => {
  it('has 36 rows and 104 cells, all empty without reports', () => {
    const { lines, sum } = print();
    expect(lines).toHaveLength(38);
    expect(sum).toEqual({ passed: 0, half: 0, failed: 0, empty: 104 });
  });

  it('fills cells from names, several at once, wherever the name stands', () => {
    const { row, sum } = print(
      vitest(['[07 DELETE] a', 'passed'], ['silence [07 history, regions] b', 'passed']),
    );
    expect(row(7)).toBe('✓ 1      ✓ 1      ✓ 1');
    expect(sum.passed).toBe(3);
  });

  it('fails a cell of which one test failed, and leaves one empty of which none ran', () => {
    const { row, sum } = print(
      vitest(['[07 DELETE] a', 'passed'], ['[07 DELETE] b', 'failed'], ['[08 DELETE] c', 'skipped']),
      playwright('[09 DELETE] d', 'skipped'),
    );
    expect(row(7)).toBe('✗ 2      ·        ·');
    expect(row(8)).toBe('· 1      ·        ·');
    expect(row(9)).toBe('· 1      ·        ·');
    expect(sum).toMatchObject({ failed: 1, passed: 0 });
  });

  it('calls a cell that the browser decides half filled until the browser has spoken', () => {
    const below = vitest(['[04 DELETE] a', 'passed']);
    expect(print(below).row(4)).toBe('◐ 1      ·        ·');
    expect(print(below, playwright('[04 DELETE] b', 'expected')).row(4)).toBe('✓ 2      ·        ·');
    expect(print(below, playwright('[04 DELETE] b', 'unexpected')).row(4)).toBe('✗ 2      ·        ·');
  });

  it('takes no report for an empty one', () => {
    expect(print(null, 'text', { testResults: 7 }, []).sum.empty).toBe(104);
  });
});
