/** The places of texts in ascending plain order (`<`), equal ones in the order given, found by comparing them. */
export function comparedOrder(texts: readonly string[], places: Iterable<number> = texts.keys()): number[] {
  return Array.from(places).sort((one, other) => {
    const [left, right] = [texts[one] ?? '', texts[other] ?? ''];
    if (left === right) return one - other;
    return left < right ? -1 : 1;
  });
}
