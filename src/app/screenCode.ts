import type { Screen } from '../paths.ts';

/** The code of each screen, fetched once: on the first visit, or earlier when a link to it is pointed at. */
export const screenCode = {
  compute: () => import('../features/compute/ComputePage.tsx'),
  subscription: () => import('../features/subscription/HistoryPage.tsx'),
  regions: () => import('./RegionsScreen.tsx'),
} satisfies Record<Screen, () => Promise<unknown>>;
