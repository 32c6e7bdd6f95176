/** What tells levels apart: the level verbatim, and one empty key for all that name none. */
export function levelKey(level: string | null): string {
  return level === null || level.trim() === '' ? '' : level;
}

/** A level as it is called on screen: verbatim, and in words where there is none. */
export function levelName(level: string | null): string {
  return level === null || level.trim() === '' ? 'No level given' : level;
}

/** A small square in the look of a level: its hue with its texture. */
export function LevelSwatch({ look, className = '' }: { look: LevelLook | undefined; className?: string }) {
  const { hue, texture } = look ?? { hue: 0, texture: 0 };
  return (
    <svg
      viewBox="0 0 8 8"
      aria-hidden="true"
      className={`${levelInk(hue)} size-3.5 shrink-0 rounded-sm ${className}`}
    >
      <rect width="8" height="8" fill="currentColor" />
      <path d={levelTexture(texture)} className="level-texture" />
    </svg>
  );
}

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
  let taken = new Set<number>();
  for (const key of new Set(keys)) {
    const round = Math.floor(looks.size / hues);
    if (taken.size === hues) taken = new Set();
    let hue = hashOf(key) % hues;
    while (taken.has(hue)) hue = (hue + 1) % hues;
    taken.add(hue);
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

/** The class that makes a hue the current colour; hues count from 0. */
export function levelInk(hue: number): string {
  return inks[hue % inks.length] ?? '';
}

const inks = [
  'text-hue-1',
  'text-hue-2',
  'text-hue-3',
  'text-hue-4',
  'text-hue-5',
  'text-hue-6',
  'text-hue-7',
  'text-hue-8',
];

/** The lines of a texture as an SVG path in a tile of 8 × 8 that can be repeated; the first texture is plain. */
export function levelTexture(texture: number): string {
  return tiles[texture % tiles.length] ?? '';
}

const rising = 'M-2 2L2-2M0 8L8 0M6 10L10 6';
const falling = 'M-2 6L2 10M0 0L8 8M6-2L10 2';
const flat = 'M0 2H8M0 6H8';
const upright = 'M2 0V8M6 0V8';
const tiles = [
  '',
  rising,
  falling,
  flat,
  upright,
  'M2 2h.01M6 6h.01M2 6h.01M6 2h.01',
  rising + falling,
  'M0 4H8M4 0V8',
];
