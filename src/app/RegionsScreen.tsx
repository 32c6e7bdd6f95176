import { RegionsPage } from '../features/regions/RegionsPage.tsx';
import { useInstancesByRegion } from './useInstancesByRegion.ts';

/** Regions, with what Compute has read of the same workspace: rooms don't visit each other, so they meet here. */
export function RegionsScreen() {
  return <RegionsPage instancesIn={useInstancesByRegion()} />;
}
