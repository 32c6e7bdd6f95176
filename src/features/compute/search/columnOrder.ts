export type ColumnOrder = {
  /** Places of the rows, ascending by value; those without a value come behind the first `known`. */
  places: Uint32Array;
  /** 1 where a row has the value of the one before it in this order. */
  isTie: Uint8Array;
  known: number;
};

/**
 * The ascending order of rows by one column; rows of equal value, or without one, stay in the order given.
 * @param keys what each row is sorted by
 * @param sort the places of texts in plain order
 */
export function columnOrder(
  keys: readonly (string | null)[],
  sort: (texts: readonly string[]) => ArrayLike<number>,
): ColumnOrder {
  const places = new Uint32Array(keys.length);
  const texts: string[] = [];
  const blank: number[] = [];
  keys.forEach((key, place) => {
    if (key === null) blank.push(place);
    else places[texts.push(key) - 1] = place;
  });
  const known = texts.length;
  const sorted = sort(texts);
  const isTie = new Uint8Array(keys.length);
  for (let at = 1; at < known; at += 1)
    isTie[at] = texts[sorted[at] ?? 0] === texts[sorted[at - 1] ?? 0] ? 1 : 0;
  places.set(Uint32Array.from(sorted, (at) => places[at] ?? 0));
  places.set(blank, known);
  return { places, isTie, known };
}
