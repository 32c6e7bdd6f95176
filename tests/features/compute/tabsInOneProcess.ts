type Held = { name: string; mode: 'exclusive' | 'shared'; page: number; release: () => void };
type Waiting = { name: string; mode: 'exclusive' | 'shared'; grant: () => void };

/**
 * What jsdom lacks and two tabs need, for pages that live side by side in one process: Web Locks and BroadcastChannel
 * with the rules of the browser, as far as the console uses them. The page that acts is named before it does.
 * @param hasLocks false as on plain http off localhost
 */
export function tabsInOneProcess(hasLocks: boolean) {
  const held = new Set<Held>();
  let waiting: Waiting[] = [];
  const channels = new Set<{ page: number; name: string; hear: (data: unknown) => void }>();
  let acting = 0;

  const clashes = (name: string, mode: string) =>
    [...held].some((lock) => lock.name === name && (mode === 'exclusive' || lock.mode === 'exclusive'));

  function wake() {
    const still: Waiting[] = [];
    for (const one of waiting)
      if (clashes(one.name, one.mode)) still.push(one);
      else one.grant();
    waiting = still;
  }

  async function hold<Result>(
    page: number,
    name: string,
    mode: Held['mode'],
    work: (lock: object | null) => Result,
  ): Promise<Awaited<Result>> {
    const lock: Held = { name, mode, page, release: () => held.delete(lock) && wake() };
    held.add(lock);
    try {
      return await work(lock);
    } finally {
      lock.release();
    }
  }

  const locks = {
    async request<Result>(
      name: string,
      options: { mode?: Held['mode']; ifAvailable?: boolean },
      work: (lock: object | null) => Result,
    ): Promise<Awaited<Result>> {
      const page = acting;
      const mode = options.mode ?? 'exclusive';
      const isBusy = clashes(name, mode) || waiting.some((one) => one.name === name);
      if (isBusy && options.ifAvailable) return await work(null);
      if (isBusy) await new Promise<void>((grant) => waiting.push({ name, mode, grant }));
      return await hold(page, name, mode, work);
    },
    query: async () => ({ held: [...held].map(({ name, mode }) => ({ name, mode })), pending: [] }),
  };

  class Channel {
    readonly #own;
    #hear: (event: { data: unknown }) => void = () => {};
    constructor(name: string) {
      this.#own = { page: acting, name, hear: (data: unknown) => this.#hear({ data }) };
      channels.add(this.#own);
    }
    postMessage(data: unknown) {
      if (!channels.has(this.#own)) return;
      for (const other of channels)
        if (other !== this.#own && other.name === this.#own.name)
          queueMicrotask(() => channels.has(other) && other.hear(data));
    }
    addEventListener(_: 'message', hear: (event: { data: unknown }) => void) {
      this.#hear = hear;
    }
    removeEventListener() {
      this.#hear = () => {};
    }
  }

  const undo = [
    put(globalThis, 'BroadcastChannel', Channel),
    put(navigator, 'locks', hasLocks ? locks : undefined),
  ];
  return {
    /** From here on a page acts: what it opens and locks is its own. */
    act(page: number) {
      acting = page;
    },
    /** A page goes away: the browser frees its locks and closes its channels. */
    unload(page: number) {
      for (const channel of channels) if (channel.page === page) channels.delete(channel);
      for (const lock of [...held]) if (lock.page === page) lock.release();
    },
    restore() {
      for (const step of undo) step();
    },
  };
}

function put(holder: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(holder, name);
  Object.defineProperty(holder, name, { value, configurable: true, writable: true });
  return () => {
    if (before === undefined) Reflect.deleteProperty(holder, name);
    else Object.defineProperty(holder, name, before);
  };
}
