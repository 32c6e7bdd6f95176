import { paths } from '../paths.ts';
import { screenCode } from './screenCode.ts';

/** The code of what stands behind the gate. It is fetched while a token is proved, so that nobody waits for it twice. */
export const insideCode = {
  inside: () => import('./Inside.tsx'),
  /** Fetches all that the present address needs, side by side. */
  prepare() {
    void insideCode.inside();
    void screenCode[paths.screenOf(window.location.pathname)]();
  },
};
