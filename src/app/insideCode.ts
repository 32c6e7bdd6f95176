import { paths } from '../paths.ts';
import { lazyPart } from '../ui/lazyPart.tsx';
import { screenCode } from './screenCode.ts';

/** The code of what stands behind the gate. It is fetched while a token is proved, so that nobody waits for it twice. */
export const insideCode = {
  inside: lazyPart(async () => (await import('./Inside.tsx')).Inside),
  /** Fetches all that the present address needs, side by side; what does not come is asked for again when it is drawn. */
  async prepare(): Promise<void> {
    const screen = paths.screenOf(window.location.pathname);
    await Promise.allSettled([insideCode.inside.load(), screenCode[screen].load()]);
  },
};
