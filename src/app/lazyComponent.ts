import { type ComponentType, lazy } from 'react';

/** A component whose code is fetched by `load`, or when it is first drawn. */
export type LazyComponent<Props> = {
  readonly Component: ComponentType<Props>;
  load: () => Promise<void>;
};

/**
 * React's lazy keeps a failure for ever; here the next `load` fetches again, and whoever draws it afterwards gets the
 * code that came by then. Drawing alone asks for nothing anew, or a boundary would try without end.
 */
export function lazyComponent<Props extends object>(
  fetchCode: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let hasFailed = false;
  let coming: Promise<{ default: ComponentType<Props> }> | null = null;
  let Component = create();

  function create() {
    return lazy(fetchOnce);
  }

  function fetchOnce() {
    coming ??= fetchCode().then(
      (code) => ({ default: code }),
      (error: unknown) => {
        hasFailed = true;
        coming = null;
        throw error;
      },
    );
    return coming;
  }

  return {
    get Component() {
      return Component;
    },
    async load() {
      if (hasFailed && coming === null) {
        hasFailed = false;
        Component = create();
      }
      await fetchOnce();
    },
  };
}
