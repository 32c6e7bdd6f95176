/** `cut` is where the comma after the items stands, or where the array ends. */
export type JsonSlice = { cut: number; items: unknown[] };

/**
 * A slice of a JSON array, found by going through its text.
 * @param from where an item begins; `far`: beyond which the slice is to end; `last`: where the array's bracket stands
 * @throws SyntaxError where the slice is no JSON
 */
export function sureJsonSlice(text: string, from: number, far: number, last: number): JsonSlice {
  const cut = nextCut(text, from, far, last);
  return { cut, items: JSON.parse(`[${text.slice(from, cut)}]`) };
}

/** The first comma between two items that lies beyond `far`, or the end. */
function nextCut(text: string, from: number, far: number, last: number): number {
  let depth = 0;
  for (let at = from; at < last; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === openBracket || code === openBrace) depth += 1;
    else if (code === closeBracket || code === closeBrace) depth -= 1;
    else if (code === comma && depth === 0 && at > far) return at;
  }
  return last;
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; ; at += 1) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
