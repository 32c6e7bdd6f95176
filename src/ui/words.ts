/** A count as a person reads it: "1,234,567". By hand: the first Intl.NumberFormat of a page is slow to make. */
export function groupedDigits(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A count with its noun: "1 record", "1,204 records". */
export function counted(count: number, noun: string): string {
  return `${groupedDigits(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/**
 * A text from the wire for use inside a sentence: where it holds more than plain ASCII it is set apart by Unicode's
 * isolates, so that a direction override in it can't turn the rest of the sentence around.
 */
export function isolated(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : `\u2068${text}\u2069`;
}

/** Whether every word of a search occurs in a text, in any case; a search without words means every text. */
export function hasEveryWord(text: string, search: string): boolean {
  const searched = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}
