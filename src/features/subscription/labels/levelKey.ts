/** What tells levels apart: the level verbatim, and one empty key for all that name none. */
export function levelKey(level: string | null): string {
  return level === null || level.trim() === '' ? '' : level;
}
