import { Clock } from 'lucide-react';
import { createContext, use } from 'react';
import { Button } from './Button.tsx';
import type { Zone } from './time.ts';
import { usePreferences } from './usePreferences.ts';

/** The time zone of every date on screen. */
export const ZoneContext = createContext<Zone>('UTC');

export function useZone(): Zone {
  return use(ZoneContext);
}

/** Switches the whole console between UTC and local time. */
export function ZoneToggle() {
  const zone = useZone();
  const { change } = usePreferences();
  return (
    <Button
      size="small"
      icon={<Clock size={16} aria-hidden="true" />}
      onClick={() => change({ zone: zone === 'UTC' ? 'local' : 'UTC' })}
    >
      {zone === 'UTC' ? 'Show local time' : 'Show UTC'}
    </Button>
  );
}
