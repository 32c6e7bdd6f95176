/** Long enough for a quadratic match to take far more than `suspiciousUs`, as a test of tests/server proves. */
export const hostileLength = 24_000;

/**
 * Returns texts of about `hostileLength` characters: each class of characters and each pair of common separators, repeated.
 */
export function hostileTexts(characters: readonly string[] = allCharacters): string[] {
  const fill = (unit: string) => unit.repeat(Math.ceil(hostileLength / unit.length));
  const singles = characters.flatMap((character) => [`x${character}`, `${character}x`]);
  const pairs = characters
    .slice(0, 12)
    .flatMap((one, index) =>
      characters.slice(0, 12).flatMap((other, at) => (index === at ? [] : [one + other])),
    );
  const runs = characters.flatMap((character) => {
    const run = fill(character);
    return [run, `x${run}x`, `${run}/`, `${run}\u0000`];
  });
  return [...runs, ...[...singles, ...pairs].map(fill)];
}

/** The first twelve are combined in pairs. */
const allCharacters = [
  ...[' ', '.', '-', '"', ',', ';', '=', '/', 't', '0', '<', '%'],
  ...['\t', '\n', '\r', '\\', "'", '+', ':', '{', '[', '_', '|', 'a', 'Z', 'eyJ', '\0', '\u00e9', '\u0301'],
  ...['\u200b', '\u202e', '\u2028', '\ud83d', '\u{1f600}', '\u0430', '\ufb03'],
];

/** Characters that Node accepts in a request target and in a header. */
export const targetCharacters = [
  ...['.', '/', '%2e', '%25', '-', '=', '"', ',', ';', '%', 'a', '0'],
  ...['\\', ':', '@', '?', '&', '+', '*', '[', '|', 'eyJ', '~', '%c3%a9', '%00'],
];

/** CPU time (µs) from which a call counts as suspicious. */
const suspiciousUs = 80_000;

/**
 * Returns the start of each text for which `work` takes more than linear time: the whole text takes three times as long as
 * its half, or longer. Quadratic work takes four times as long.
 */
export async function superlinearTexts(texts: readonly string[], work: Work): Promise<string[]> {
  const found: string[] = [];
  for (const text of texts)
    if (await isSuperlinear(text, work)) found.push(`${JSON.stringify(text.slice(0, 12))} × ${text.length}`);
  return found;
}

type Work = (text: string) => unknown;

/** Measures several times, and compares the shortest times, because other processes can slow a measurement down. */
async function isSuperlinear(text: string, work: Work): Promise<boolean> {
  let whole = await cpuTime(text, work);
  let half = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 4; attempt += 1) {
    if (whole < suspiciousUs) return false;
    half = Math.min(half, await cpuTime(text.slice(0, text.length / 2), work));
    whole = Math.min(whole, await cpuTime(text, work));
  }
  return whole >= suspiciousUs && whole >= 3 * half;
}

/** CPU time instead of wall time, because other processes share the machine. */
async function cpuTime(text: string, work: Work): Promise<number> {
  const before = process.cpuUsage();
  try {
    await work(text);
  } catch {}
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
