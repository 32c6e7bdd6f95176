import { chooseHue, getHueClass, hueCount } from '../ui/hues.ts';

/** Returns the key that identifies a level. All records without a level share the empty key. */
export function getLevelKey(level: string | null): string {
  return level === null || level.trim() === '' ? '' : level;
}

export function getLevelName(level: string | null): string {
  return getLevelKey(level) || 'No level';
}

/** One of 8 hues and one of 8 patterns. Color alone is not enough to distinguish levels. */
export type LevelStyle = { hue: number; pattern: number };

/**
 * Chooses the style of each level. The level name determines the hue, unless an older level uses this hue. Newer levels
 * never change the style of older levels.
 * @param keys level keys, oldest first
 */
export function chooseLevelStyles(keys: Iterable<string>): ReadonlyMap<string, LevelStyle> {
  const levelStyles = new Map<string, LevelStyle>();
  let usedHues = new Set<number>();
  for (const key of new Set(keys)) {
    if (usedHues.size === hueCount) usedHues = new Set();
    let hue = chooseHue(key);
    while (usedHues.has(hue)) hue = (hue + 1) % hueCount;
    usedHues.add(hue);
    const hueCycle = Math.floor(levelStyles.size / hueCount);
    levelStyles.set(key, { hue, pattern: (hue + hueCycle) % hueCount });
  }
  return levelStyles;
}

export function getLevelClasses(levelStyle: LevelStyle | undefined): string {
  const { hue, pattern } = levelStyle ?? { hue: 0, pattern: 0 };
  return `level-fill level-pattern-${pattern} ${getHueClass(hue)}`;
}

type LevelSwatchProps = { levelStyle: LevelStyle | undefined; className?: string };

export function LevelSwatch({ levelStyle, className = '' }: LevelSwatchProps) {
  return (
    <span
      aria-hidden="true"
      className={`${getLevelClasses(levelStyle)} block size-3.5 shrink-0 rounded-sm ${className}`}
    />
  );
}
