export type Deferred<T> = { promise: Promise<T>; resolve: (value: T) => void };

/** Creates a promise and its `resolve`, because Node 20 has no `Promise.withResolvers`. */
export function deferred<T>(): Deferred<T> {
  let settle: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: (value) => settle(value) };
}
