const nameOf = (page: number | undefined) => `workspace-console.page.${page}`;

/** Tells the page that asked for a deletion from a duplicate of its tab, which begins with a copy of its journal. */
export const pageLock = {
  /** This load of the page: when it began, in ms since the epoch. */
  page: performance.timeOrigin,
  /** Shows the other tabs that this page is at something. @returns ends that; held for ever, it would keep Back slow */
  hold(): () => void {
    let letGo = () => {};
    const over = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    navigator.locks?.request(nameOf(pageLock.page), () => over).catch(() => undefined);
    return letGo;
  },
  /** Whether a page can be at nothing any more: it is this one before it began, or no browser can tell. */
  isOver: (page: number | undefined) => page === pageLock.page || navigator.locks === undefined,
  /** Calls back once a page is at nothing any more. */
  whenOver(page: number | undefined, act: () => void): void {
    navigator.locks.request(nameOf(page), { mode: 'shared' }, act).catch(act);
  },
};
