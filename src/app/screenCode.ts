import { lazyPart } from '../ui/lazyPart.tsx';

/** The code of each screen, fetched once: on the first visit, or earlier when a link to it is pointed at. */
export const screenCode = {
  compute: lazyPart(async () => (await import('../features/compute/ComputePage.tsx')).ComputePage),
  subscription: lazyPart(async () => (await import('../features/subscription/HistoryPage.tsx')).HistoryPage),
  regions: lazyPart(async () => (await import('./RegionsScreen.tsx')).RegionsScreen),
};
