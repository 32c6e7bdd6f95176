import type { Preferences } from '../ui/usePreferences.ts';

/** Also read by `public/early.js` before the first paint. */
const storageKey = 'workspace-console.preferences';

const choices = {
  theme: ['system', 'light', 'dark'],
  zone: ['UTC', 'local'],
  density: ['comfortable', 'compact'],
  confirmBy: ['typing', 'checkbox'],
  singleKeys: [true, false],
} as const satisfies { [Name in keyof Preferences]: readonly Preferences[Name][] };

/** Keeps the preferences in this browser, in sync over its tabs. The first choice of each is what stands without any. */
export function createPreferences() {
  const listeners = new Set<() => void>();
  let preferences = read();

  function publish(next: Preferences) {
    preferences = next;
    for (const listener of listeners) listener();
  }

  function follow(event: StorageEvent) {
    // A key of null means that everything was cleared.
    if (event.key === storageKey || event.key === null) publish(read());
  }

  return {
    get: () => preferences,
    subscribe(listener: () => void) {
      if (listeners.size === 0) window.addEventListener('storage', follow);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener('storage', follow);
      };
    },
    change(change: Partial<Preferences>) {
      const next = { ...preferences, ...change };
      try {
        localStorage.setItem(storageKey, JSON.stringify(next));
      } catch {
        // A browser that blocks storage keeps them as long as the page.
      }
      publish(next);
    },
  };
}

function read(): Preferences {
  const kept = new Map<string, unknown>(Object.entries(readObject()));
  return {
    theme: oneOf(choices.theme, kept.get('theme')),
    zone: oneOf(choices.zone, kept.get('zone')),
    density: oneOf(choices.density, kept.get('density')),
    confirmBy: oneOf(choices.confirmBy, kept.get('confirmBy')),
    singleKeys: oneOf(choices.singleKeys, kept.get('singleKeys')),
  };
}

function readObject(): object {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    return typeof found === 'object' && found !== null ? found : {};
  } catch {
    return {};
  }
}

function oneOf<Choice>(all: readonly [Choice, ...Choice[]], kept: unknown): Choice {
  return all.find((choice) => choice === kept) ?? all[0];
}
