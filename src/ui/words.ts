/** Formats a count: "1,234,567". Not made with Intl.NumberFormat, because creating the first one is slow. */
export function groupedDigits(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Formats a count with its noun: "1 record", "1,204 records". */
export function counted(count: number, noun: string): string {
  return `${groupedDigits(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/**
 * Prepares text from the service for use inside a sentence. Unless it is plain ASCII, it is wrapped in Unicode isolates,
 * because a direction override in it could reorder the rest of the sentence.
 */
export function isolated(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : `\u2068${text}\u2069`;
}

/** Returns true if every word of a search occurs in a text, in any case. An empty search matches every text. */
export function hasEveryWord(text: string, search: string): boolean {
  const searched = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}
