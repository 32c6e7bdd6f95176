/** How a level looks everywhere: one of 8 hues and one of 8 textures, so that colour is never alone. */
export type LevelLook = { hue: number; texture: number };

/**
 * A look for each level: the hue comes from its name, so a level looks alike in every workspace, unless an older level
 * of this one has it; then the next free hue is taken. Newer levels never change the look of older ones.
 * From the ninth level on hues come again, with other textures.
 * @param keys level keys, the oldest first
 */
export function levelLooks(keys: Iterable<string>): ReadonlyMap<string, LevelLook> {
  const looks = new Map<string, LevelLook>();
  for (const key of new Set(keys)) {
    const round = Math.floor(looks.size / hues);
    const taken = new Set([...looks.values()].slice(round * hues).map((look) => look.hue));
    let hue = hashOf(key) % hues;
    while (taken.has(hue)) hue = (hue + 1) % hues;
    looks.set(key, { hue, texture: (hue + round) % hues });
  }
  return looks;
}

const hues = 8;

function hashOf(text: string): number {
  let hash = 7;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash;
}
