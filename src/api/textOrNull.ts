/** A JSON value where it is a text; null for everything else, and where nothing came. */
export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
