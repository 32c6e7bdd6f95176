/** Returns texts of about `length` characters: each class of characters and each pair of common separators, repeated. */
export function hostileTexts(length: number, characters: readonly string[] = allCharacters): string[] {
  const singles = characters.flatMap((character) => [character, `x${character}`, `${character}x`]);
  const pairs = characters
    .slice(0, 12)
    .flatMap((one, index) =>
      characters.slice(0, 12).flatMap((other, at) => (index === at ? [] : [one + other])),
    );
  const runs = characters.flatMap((character) => {
    const run = character.repeat(Math.ceil(length / character.length));
    return [run, `x${run}x`, `${run}/`, `${run}\u0000`];
  });
  return [...runs, ...[...singles, ...pairs].map((unit) => unit.repeat(Math.ceil(length / unit.length)))];
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

/** CPU time (µs) from which a call counts as suspicious. A quadratic match of 60 000 characters takes over a second. */
const suspiciousUs = 80_000;

/**
 * Returns a sentence for each text for which `work` takes more than linear time. Only a suspicious text is measured again, at
 * half its length: the whole may take three times as long, while quadratic work takes four times as long.
 */
export async function superlinearTexts(texts: readonly string[], work: Work): Promise<string[]> {
  const found: string[] = [];
  for (const text of texts) {
    if ((await cpuTime(text, work)) < suspiciousUs) continue;
    const half = text.slice(0, text.length / 2);
    const [whole, part] = [await fastest(text, work), await fastest(half, work)];
    if (whole >= suspiciousUs && whole >= 3 * part)
      found.push(`${JSON.stringify(text.slice(0, 12))} × ${text.length}: ${part} µs, then ${whole} µs`);
  }
  return found;
}

type Work = (text: string) => unknown;

async function fastest(text: string, work: Work): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 4; time += 1) least = Math.min(least, await cpuTime(text, work));
  return least;
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
