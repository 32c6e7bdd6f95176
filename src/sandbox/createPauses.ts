export type Pauses = {
  /** Resolves after `ms`, or at once when the caller gives up or the sandbox is closed. */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
  /** Ends every pause under way and makes later ones end at once. */
  end(): void;
};

/** The waiting of one sandbox, kept together so that closing it leaves no timer behind. */
export function createPauses(): Pauses {
  const closed = new AbortController();
  return {
    pause: (ms, signal) => wait(ms, signal === undefined ? [closed.signal] : [closed.signal, signal]),
    end: () => closed.abort(),
  };
}

function wait(ms: number, signals: readonly AbortSignal[]): Promise<void> {
  if (ms <= 0 || signals.some((signal) => signal.aborted)) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(finish, ms);
    for (const signal of signals) signal.addEventListener('abort', finish);
    function finish() {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', finish);
      resolve();
    }
  });
}
