/** Adds `Map.groupBy`, which every supported browser has, to Node 20. */
Map.groupBy ??= <Key, Item>(items: Iterable<Item>, keyOf: (item: Item, index: number) => Key) => {
  const all = [...items];
  const keys = all.map(keyOf);
  return new Map(keys.map((key) => [key, all.filter((_, index) => keys[index] === key)]));
};
