/**
 * The 36 faults of the matrix. A `browser` row is decided by the browser: a test below it fills only half of its cell.
 * `without` names operations for which the row holds nothing.
 * @typedef {{ row: number, fault: string, browser?: true, without?: readonly string[] }} MatrixRow
 */
const reads = ['history', 'regions'];

/** @type {readonly string[]} */
export const operationNames = ['DELETE', ...reads];

/** @type {readonly MatrixRow[]} */
export const matrixRows = [
  { row: 1, fault: 'offline before the click', browser: true },
  { row: 2, fault: 'connection refused, DNS' },
  { row: 3, fault: 'reset on a fresh socket' },
  { row: 4, fault: 'reset on a reused socket', browser: true },
  { row: 5, fault: 'no answer' },
  { row: 6, fault: '200, then reset, short, bad chunk, bad gzip' },
  { row: 7, fault: '200, then a stall' },
  { row: 8, fault: 'truncated JSON delivered cleanly' },
  { row: 9, fault: '200 text/html' },
  { row: 10, fault: '200 untyped, garbage, empty, null' },
  { row: 11, fault: 'extra fields' },
  { row: 12, fault: 'missing or null fields' },
  { row: 13, fault: 'record of another workspace', without: reads },
  { row: 14, fault: 'numeric or missing id' },
  { row: 15, fault: '202' },
  { row: 16, fault: '204' },
  { row: 17, fault: '3xx, redirect loop' },
  { row: 18, fault: '400, 422' },
  { row: 19, fault: '401', browser: true },
  { row: 20, fault: '20 parallel 401s', browser: true },
  { row: 21, fault: '403' },
  { row: 22, fault: '404 at first' },
  { row: 23, fault: '404 after unknown', without: reads },
  { row: 24, fault: '405, 421, 425' },
  { row: 25, fault: '408' },
  { row: 26, fault: '409, 412, 423' },
  { row: 27, fault: '429' },
  { row: 28, fault: 'absurd Retry-After' },
  { row: 29, fault: '500, 501, 599' },
  { row: 30, fault: '502, 503, 504 in HTML' },
  { row: 31, fault: 'statusCode disagrees, wild messages' },
  { row: 32, fault: '100 000 records, 50 MB, no end' },
  { row: 33, fault: 'duplicates, invalid dates, nulls' },
  { row: 34, fault: 'path values' },
  { row: 35, fault: 'tab closed, reload, crash', browser: true },
  { row: 36, fault: 'double click, two tabs, other admin', browser: true },
];
