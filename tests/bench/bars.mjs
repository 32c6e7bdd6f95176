/**
 * @typedef {import('./measureBytes.mjs').Walk} Walk
 * @typedef {{ name: string, value: number, bar: number, unit: string, holds: boolean }} Bar
 */

/**
 * Holds the bytes to the bars, in kB (1 000 bytes) of gzip JavaScript.
 * @param {Walk} gzip
 * @param {{ signIn: { js: number }, rows: { js: number } }} floor of the mandated packages alone
 * @returns {Bar[]}
 */
export function byteBars(gzip, floor) {
  return [
    atMost('sign-in, JavaScript', gzip.signIn.js / floor.signIn.js, 1.1, '× floor'),
    atMost('Compute up to rows, JavaScript', gzip.rows.js / floor.rows.js, 1.4, '× floor'),
    atMost('requests up to the first row', gzip.rows.requests, 8, ''),
    atMost('sign-in, JavaScript', gzip.signIn.js / 1000, 100, 'kB gzip'),
    atMost('Compute up to rows, JavaScript', gzip.rows.js / 1000, 135, 'kB gzip'),
    atMost('all CSS', gzip.rows.css / 1000, 10, 'kB gzip'),
    atLeast("dialog's code on pointing at Delete", gzip.pointing.js / 1000, 0.001, 'kB gzip'),
    atMost("dialog's code on the click", gzip.click.js / 1000, 0, 'kB gzip'),
  ];
}

/**
 * @param {string} name
 * @param {number} value
 * @param {number} bar
 * @param {string} unit
 * @returns {Bar}
 */
export function atMost(name, value, bar, unit) {
  return { name, value, bar, unit, holds: value <= bar };
}

/**
 * @param {string} name
 * @param {number} value
 * @param {number} bar
 * @param {string} unit
 * @returns {Bar}
 */
export function atLeast(name, value, bar, unit) {
  return { name, value, bar, unit, holds: value >= bar };
}
