import { hueClass, hueCount, hueOf } from '../../ui/hues.ts';

/** Returns the key that identifies a level. All records without a level share the empty key. */
export function levelKey(level: string | null): string {
  return level === null || level.trim() === '' ? '' : level;
}

export function levelName(level: string | null): string {
  return levelKey(level) || 'No level';
}

/** The appearance of a level: one of 8 hues and one of 8 patterns, because color alone can't tell levels apart. */
export type LevelLook = { hue: number; pattern: number };

/**
 * Chooses the look of each level. The hue comes from the name, so a level has the same hue in every workspace, unless an
 * older level of this history uses that hue. Newer levels never change the look of older ones.
 * @param keys level keys, oldest first
 */
export function chooseLevelLooks(keys: Iterable<string>): ReadonlyMap<string, LevelLook> {
  const looks = new Map<string, LevelLook>();
  let usedHues = new Set<number>();
  for (const key of new Set(keys)) {
    if (usedHues.size === hueCount) usedHues = new Set();
    let hue = hueOf(key);
    while (usedHues.has(hue)) hue = (hue + 1) % hueCount;
    usedHues.add(hue);
    const round = Math.floor(looks.size / hueCount);
    looks.set(key, { hue, pattern: (hue + round) % hueCount });
  }
  return looks;
}

export function levelClasses(look: LevelLook | undefined): string {
  const { hue, pattern } = look ?? { hue: 0, pattern: 0 };
  return `level-fill level-pattern-${pattern} ${hueClass(hue)}`;
}

export function LevelSwatch({ look, className = '' }: { look: LevelLook | undefined; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`${levelClasses(look)} block size-3.5 shrink-0 rounded-sm ${className}`}
    />
  );
}
