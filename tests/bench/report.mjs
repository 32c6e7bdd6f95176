/** @typedef {{ median: number, low: number, high: number }} Spread */

/**
 * @param {number[]} values at least one value
 * @returns {Spread}
 */
export function spreadOf(values) {
  const sortedValues = [...values].sort((a, b) => a - b);
  const valueAt = (/** @type {number} */ fraction) =>
    sortedValues[Math.round((sortedValues.length - 1) * fraction)] ?? Number.NaN;
  return { median: valueAt(0.5), low: valueAt(0), high: valueAt(1) };
}

/**
 * Returns a table as text with aligned columns.
 * @param {string[]} head
 * @param {(string | number)[][]} rows
 */
export function tableOf(head, rows) {
  const lines = [head, ...rows.map((row) => row.map(formatCell))];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const text = lines.map((line) =>
    line
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
  return `${text.join('\n')}\n`;
}

/** @param {string | number} value */
function formatCell(value) {
  if (typeof value === 'string') return value;
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
