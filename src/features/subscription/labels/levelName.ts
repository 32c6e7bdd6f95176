/** A level as it is called on screen: verbatim, and in words where there is none. */
export function levelName(level: string | null): string {
  return level === null || level.trim() === '' ? 'No level given' : level;
}
