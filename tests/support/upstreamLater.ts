export type Later<T> = { promise: Promise<T>; resolve: (value: T) => void };

/** A promise that is resolved from outside; `Promise.withResolvers` needs a newer Node. */
export function upstreamLater<T>(): Later<T> {
  let settle: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: (value) => settle(value) };
}
