import { type ComponentType, lazy, useState } from 'react';

/**
 * A component whose code is fetched once, by `load` or when it is first drawn. Where the code has come it is drawn at
 * once: React's own `lazy` shows the fallback even then, and takes 300 ms to take it back.
 */
export function lazyPart<Props extends object>(fetchPart: () => Promise<ComponentType<Props>>) {
  let part: ComponentType<Props> | null = null;
  let coming: Promise<ComponentType<Props>> | null = null;

  function load(): Promise<ComponentType<Props>> {
    coming ??= fetchPart().then(
      (come) => {
        part = come;
        return come;
      },
      (error: unknown) => {
        // What did not come may come the next time.
        coming = null;
        throw error;
      },
    );
    return coming;
  }

  const Later: ComponentType<Props> = lazy(async () => ({ default: await load() }));

  function Part(props: Props) {
    // The same from the first drawing on: another one would lose what was typed.
    const [Shown] = useState(() => part ?? Later);
    return <Shown {...props} />;
  }
  return Object.assign(Part, { load });
}
