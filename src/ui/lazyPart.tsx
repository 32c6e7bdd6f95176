import { type ComponentType, lazy, useState } from 'react';

/**
 * A component whose code is fetched once, by `load` or when it is first drawn. Where the code has come it is drawn at
 * once: React's own `lazy` shows the fallback even then, and takes 300 ms to take it back. Code that did not come is
 * asked for again by the next `load`.
 */
export function lazyPart<Props extends object>(fetchPart: () => Promise<ComponentType<Props>>) {
  let part: ComponentType<Props> | null = null;
  let coming: Promise<ComponentType<Props>> | null = null;
  let hasFailed = false;
  let later = drawnLater();

  function drawnLater(): ComponentType<Props> {
    return lazy(async () => ({ default: await fetchOnce() }));
  }

  function fetchOnce(): Promise<ComponentType<Props>> {
    coming ??= fetchPart().then(
      (come) => {
        part = come;
        return come;
      },
      (error: unknown) => {
        coming = null;
        hasFailed = true;
        throw error;
      },
    );
    return coming;
  }

  function load(): Promise<ComponentType<Props>> {
    // One that failed stays failed for React. Only somebody's asking brings another: drawing alone would never end.
    if (hasFailed && coming === null) {
      hasFailed = false;
      later = drawnLater();
    }
    return fetchOnce();
  }

  function Part(props: Props) {
    // The same from the first drawing on: another one would lose what was typed.
    const [Shown] = useState(() => part ?? later);
    return <Shown {...props} />;
  }
  return Object.assign(Part, { load });
}
