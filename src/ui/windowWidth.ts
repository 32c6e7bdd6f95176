import { useSyncExternalStore } from 'react';

/** The default font size of browsers (px). If the admin chose a larger font size, breakpoints and row heights grow with it. */
const defaultFontPx = 16;

let fontScale: number | undefined;

/** Returns a length (px) in proportion to the font size of the page. */
export function scalePx(px: number): number {
  fontScale ??= Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / defaultFontPx;
  return px * fontScale;
}

/** Window widths (px) at which layouts change, in ascending order. */
const breakpoints = [768, 1024, 1280, 1440] as const;

export type Breakpoint = (typeof breakpoints)[number];

/** Returns the largest breakpoint (px) that fits into the window, or 0. Use CSS instead if possible. */
export function useWindowWidth(): number {
  return useSyncExternalStore(subscribe, readWidth);
}

/** Returns true if the window is as narrow as on a phone. */
export function useIsNarrow(): boolean {
  return useWindowWidth() < 768;
}

function subscribe(onChange: () => void) {
  const queries = breakpoints.map(createWidthQuery);
  for (const query of queries) query.addEventListener('change', onChange);
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange);
  };
}

function readWidth(): number {
  return breakpoints.findLast((width) => createWidthQuery(width).matches) ?? 0;
}

function createWidthQuery(width: number): MediaQueryList {
  return window.matchMedia(`(min-width: ${width / defaultFontPx}rem)`);
}
