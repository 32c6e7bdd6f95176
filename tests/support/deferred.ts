/** Creates a promise and its `resolve`, because Node 20 has no `Promise.withResolvers`. */
export function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
