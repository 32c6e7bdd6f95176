import { spreadOf } from './report.mjs';
import { startConsole } from './sites.mjs';

/**
 * Visits consoles on sandboxes of several sizes in turns. Returns the median of every figure by size.
 * @template {Record<string, number>} Figures
 * @param {{ variable: string, sizes: number[], rounds: number }} what `variable`: of the sandbox
 * @param {(origin: string, size: number) => Promise<Figures>} measure
 * @returns {Promise<Map<number, Figures>>}
 */
export async function measureSizes({ variable, sizes, rounds }, measure) {
  const sites = [];
  /** @type {Map<number, Figures[]>} */
  const visits = new Map();
  try {
    for (const size of sizes) sites.push({ size, ...(await startConsole({ [variable]: String(size) })) });
    for (let round = 0; round < rounds; round += 1)
      for (const { size, origin } of sites)
        visits.set(size, [...(visits.get(size) ?? []), await measure(origin, size)]);
  } finally {
    for (const site of sites) await site.stop();
  }
  return new Map([...visits].map(([size, all]) => [size, medianOf(all)]));
}

/**
 * @template {Record<string, number>} Figures
 * @param {Figures[]} all
 * @returns {Figures}
 */
function medianOf(all) {
  const [first] = all;
  if (first === undefined) throw new Error('A size was not measured.');
  const medians = Object.keys(first).map((key) => [key, spreadOf(all.map((one) => one[key] ?? 0)).median]);
  return Object.fromEntries(medians);
}

/**
 * Returns figures by size as a table with one line per figure.
 * @template {Record<string, number>} Figures
 * @param {Map<number, Figures>} figures
 * @param {[keyof Figures & string, string][]} lines
 */
export function tableOfSizes(figures, lines) {
  return [
    ['', ...[...figures.keys()].map((size) => size.toLocaleString('en'))],
    ...lines.map(([key, name]) => [name, ...[...figures.values()].map((one) => one[key] ?? Number.NaN)]),
  ];
}
