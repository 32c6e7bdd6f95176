import { type ComponentType, lazy, useState } from 'react';

/** React may show a fallback's content 300 ms late (facebook/react#36569), so loaded code needs none. */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null;
  async function preload() {
    loaded = await load();
    return { default: loaded };
  }
  const Lazy: ComponentType<Props> = lazy(preload);
  function LazyComponent(props: Props) {
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return <Component {...props} />;
  }
  return Object.assign(LazyComponent, { preload });
}
