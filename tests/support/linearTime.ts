/** Length at which quadratic work is certainly suspicious (see `isSuperlinear`), as tests/server/linearTime.test.ts proves. */
export const hostileLength = 24_000;

/** Returns texts of about `hostileLength` characters. Each text repeats one or two characters. */
export function hostileTexts(characters: readonly string[] = allCharacters): string[] {
  const fill = (unit: string) => unit.repeat(Math.ceil(hostileLength / unit.length));
  const twoCharacterTexts = characters.flatMap((character) => [`x${character}`, `${character}x`]);
  const pairedCharacters = characters.slice(0, 12);
  const pairs = pairedCharacters.flatMap((first) =>
    pairedCharacters.filter((second) => second !== first).map((second) => first + second),
  );
  const runs = characters.flatMap((character) => {
    const run = fill(character);
    return [run, `x${run}x`, `${run}/`, `${run}\u0000`];
  });
  return [...runs, ...[...twoCharacterTexts, ...pairs].map(fill)];
}

/** The characters that the texts repeat. The first twelve are also repeated in pairs. */
const allCharacters = [
  ...[' ', '.', '-', '"', ',', ';', '=', '/', 't', '0', '<', '%'],
  ...['\t', '\n', '\r', '\\', "'", '+', ':', '{', '[', '_', '|', 'a', 'Z', 'eyJ', '\0', '\u00e9', '\u0301'],
  ...['\u200b', '\u202e', '\u2028', '\ud83d', '\u{1f600}', '\u0430', '\ufb03'],
];

/** Characters and short texts that Node accepts in a request target. */
export const targetCharacters = [
  ...['.', '/', '%2e', '%25', '-', '=', '"', ',', ';', '%', 'a', '0'],
  ...['\\', ':', '@', '?', '&', '+', '*', '[', '|', 'eyJ', '~', '%c3%a9', '%00'],
];

/** CPU time (µs) from which a call counts as suspicious. */
const suspiciousUs = 80_000;

/**
 * Returns the first characters of each text for which `work` takes more than linear time. Linear work takes twice as long for
 * a whole text as for half of the text, and quadratic work takes four times as long. Three times as long is too slow.
 */
export async function superlinearTexts(texts: readonly string[], work: Work): Promise<string[]> {
  const slowTexts: string[] = [];
  for (const text of texts)
    if (await isSuperlinear(text, work))
      slowTexts.push(`${JSON.stringify(text.slice(0, 12))} × ${text.length}`);
  return slowTexts;
}

type Work = (text: string) => unknown;

/** Measures several times, and compares the shortest times, because other processes can slow a measurement down. */
async function isSuperlinear(text: string, work: Work): Promise<boolean> {
  let wholeTextUs = await cpuTime(text, work);
  let halfTextUs = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 4; attempt += 1) {
    if (wholeTextUs < suspiciousUs) return false;
    halfTextUs = Math.min(halfTextUs, await cpuTime(text.slice(0, text.length / 2), work));
    wholeTextUs = Math.min(wholeTextUs, await cpuTime(text, work));
  }
  return wholeTextUs >= suspiciousUs && wholeTextUs >= 3 * halfTextUs;
}

/** Returns the CPU time (µs) of `work`. Wall time would include other processes. */
async function cpuTime(text: string, work: Work): Promise<number> {
  const usageBefore = process.cpuUsage();
  try {
    await work(text);
  } catch {}
  const { user, system } = process.cpuUsage(usageBefore);
  return user + system;
}
