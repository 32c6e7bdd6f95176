/**
 * A text from the wire for use inside a sentence: where it holds more than plain ASCII it is set apart by Unicode's
 * isolates, so that a direction override in it can't turn the rest of the sentence around.
 */
export function isolated(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : `\u2068${text}\u2069`;
}
