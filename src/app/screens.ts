import { Globe, History, Server } from 'lucide-react';
import type { Screen } from '../paths.ts';

/** The screens in their order, as the navigation and the palette name them. */
export const screens: readonly { screen: Screen; label: string; Icon: typeof Server; keys: string }[] = [
  { screen: 'compute', label: 'Compute', Icon: Server, keys: 'g c' },
  { screen: 'subscription', label: 'Subscription history', Icon: History, keys: 'g s' },
  { screen: 'regions', label: 'Regions', Icon: Globe, keys: 'g r' },
];
