/**
 * A pasted token without what came along by accident: surrounding space, quotes, line ends, `Bearer `.
 * @returns what is left; whether it can be a token is `isToken`'s matter
 */
export function cleanToken(pasted: string): string {
  let text = pasted;
  for (;;) {
    const next = text
      .trim()
      .replace(/^(["'`])(.*)\1$/s, '$2')
      .replace(/^(?:authorization\s*:\s*)?bearer\s+/i, '');
    if (next === text) return text;
    text = next;
  }
}
