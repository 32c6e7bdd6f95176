import { Clock } from 'lucide-react';
import { Button } from './Button.tsx';
import type { Zone } from './time.ts';
import { usePreferences } from './usePreferences.ts';

/** Returns the time zone of every date on screen. */
export function useZone(): Zone {
  return usePreferences().preferences.zone;
}

/** Switches the whole console between UTC and local time. */
export function ZoneToggle() {
  const { preferences, change } = usePreferences();
  const isUtc = preferences.zone === 'UTC';
  return (
    <Button
      size="small"
      icon={<Clock size={16} aria-hidden="true" />}
      onClick={() => change({ zone: isUtc ? 'local' : 'UTC' })}
    >
      {isUtc ? 'Show local time' : 'Show UTC'}
    </Button>
  );
}
