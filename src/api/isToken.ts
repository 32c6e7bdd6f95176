/**
 * Whether a text can stand in the Authorization header (section 5). Checked before it meets a header, because
 * an engine's own complaint would repeat the token.
 */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]{1,8192}$/.test(text);
}
