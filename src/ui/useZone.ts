import { createContext, use } from 'react';
import type { Zone } from './Zone.ts';

/** Which zone the whole console shows its times in; whoever keeps the choice provides it. */
export const ZoneContext = createContext<Zone>('UTC');

/** The zone to show times in: UTC unless the admin chose otherwise. */
export function useZone(): Zone {
  return use(ZoneContext);
}
