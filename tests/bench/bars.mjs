/** @typedef {{ name: string, value: number, bar: number, unit: string, holds: boolean }} Bar */

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
