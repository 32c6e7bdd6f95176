import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countFitting, readInstanceLines } from '../../src/compute/readInstanceLines.ts';
import { maxBodyBytes } from '../../src/rules/requests.ts';
import { hostileText } from './fixtures.ts';

/** The instances as "database/ID/name", and the problems as "number: reason". */
function describeLines(text: string): string[] {
  const { instances, problems } = readInstanceLines(text, (key) => key.includes('listed'));
  return [
    ...instances.map(({ databaseName, instanceId, name }) => `${databaseName}/${instanceId}/${name ?? '-'}`),
    ...problems.map(({ lineNumber, reason }) => `${lineNumber}: ${reason}`),
  ];
}

it.each<[title: string, text: string, lines: string[]]>([
  ['nothing', ' \n ', []],
  ['commas', 'orders, i-1, first\r\n\r\norders,i-2,', ['orders/i-1/first', 'orders/i-2/-']],
  ['tabs', 'orders\ti-1\tfirst', ['orders/i-1/first']],
  ['a name with a comma', 'orders,i-1,first, of two', ['orders/i-1/first, of two']],
  ['no ID', 'orders', ['1: The ID is empty.']],
  ['a comma in front', ',i-1', ['1: The database name is empty.']],
  ['an ID that can’t be in a path', 'orders,a%2fb', ['1: The ID contains “%” or “\\”.']],
  ['the same twice', 'orders,i-1,a\norders,i-1,b', ['orders/i-1/a', '2: Same as an earlier line.']],
  ['what is listed', 'orders,listed', ['1: It is already listed.']],
  ['quotation marks', 'orders, "i-1"', ['1: Remove the quotation marks.']],
  ['a hidden character', 'orders,i\u200b1', ['1: Contains hidden characters: U+200B.']],
])('a line with %s', (_, text, lines) => {
  expect(describeLines(text)).toEqual(lines);
});

it('any text → each line that isn’t empty is an instance or a problem', () => {
  fc.assert(
    fc.property(fc.array(hostileText), (parts) => {
      const text = parts.join('\n');
      const { instances, problems } = readInstanceLines(text, () => false);
      const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
      expect(instances.length + problems.length).toBe(lines.length);
    }),
  );
});

it('as many instances as fit are within the size of a body, and one more is not', () => {
  const all = Array.from({ length: 9_000 }, (_, index) => ({
    databaseName: 'orders',
    instanceId: `ä-${index}`,
    name: 'x'.repeat(90),
  }));
  const count = countFitting(all);
  const sizeOf = (length: number) => Buffer.byteLength(JSON.stringify({ instances: all.slice(0, length) }));
  expect(sizeOf(count)).toBeLessThanOrEqual(maxBodyBytes);
  expect(sizeOf(count + 1)).toBeGreaterThan(maxBodyBytes - 2);
});
