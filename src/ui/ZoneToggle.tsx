import { Clock } from 'lucide-react';
import { Button } from './Button.tsx';
import { usePreferences } from './usePreferences.ts';
import { useZone } from './useZone.ts';

/** Says which zone the console shows its times in, and changes it for the whole console. */
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
