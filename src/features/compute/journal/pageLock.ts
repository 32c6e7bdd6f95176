const nameOf = (page: number | undefined) => `workspace-console.page.${page}`;

/** Tells the page that asked for a deletion from a duplicate of its tab, which begins with a copy of its journal. */
export const pageLock = {
  /** This load of the page: when it began, in ms since the epoch. */
  page: performance.timeOrigin,
  /** Shows the other tabs that this page is at something. @returns ends that; held for ever, it would keep Back slow */
  hold(): () => void {
    let letGo = () => {};
    window.addEventListener('pagehide', leave);
    const over = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    navigator.locks?.request(nameOf(pageLock.page), () => over).catch(() => undefined);
    return () => {
      window.removeEventListener('pagehide', leave);
      letGo();
    };
  },
  /** Whether a page was one of this tab, and this tab thus has all that it came to: a duplicate is neither left nor reloaded. */
  isSameTab: (page: number | undefined) =>
    page === undefined || page === pageLock.page || wasReloaded() || leftPage() === String(page),
  /** Whether a page can be at nothing any more: it is this one before it began, or no browser can tell. */
  isOver: (page: number | undefined) => page === pageLock.page || navigator.locks === undefined,
  /** Calls back once a page is at nothing any more. */
  whenOver(page: number | undefined, act: () => void): void {
    navigator.locks.request(nameOf(page), { mode: 'shared' }, act).catch(act);
  },
};

const left = 'workspace-console.left';

function leave() {
  try {
    sessionStorage.setItem(left, String(pageLock.page));
  } catch {
    // Then what was not sent counts as unknown.
  }
}

function leftPage(): string | null {
  try {
    return sessionStorage.getItem(left);
  } catch {
    return null;
  }
}

function wasReloaded(): boolean {
  const [visit] = performance.getEntriesByType?.('navigation') ?? [];
  return visit !== undefined && 'type' in visit && visit.type === 'reload';
}
