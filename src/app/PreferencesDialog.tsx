import { Button } from '../ui/Button.tsx';
import { Choice } from '../ui/fields.tsx';
import { Modal } from '../ui/Modal.tsx';
import { usePreferences } from '../ui/usePreferences.ts';

/** How this person likes the console. Every choice holds at once. */
export function PreferencesDialog({ onClose }: { onClose: () => void }) {
  const { preferences, change } = usePreferences();
  return (
    <Modal kind="dialog" title="Preferences" onClose={onClose}>
      <p className="mt-1 text-muted">Kept in this browser, for all its tabs.</p>
      <div className="mt-4 grid divide-y divide-line border-y border-line *:py-3">
        <Choice
          label="Theme"
          value={preferences.theme}
          onChange={(theme) => change({ theme })}
          options={[
            { value: 'system', label: 'System' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
        <Choice
          label="Time zone"
          hint="Every time shown names its offset."
          value={preferences.zone}
          onChange={(zone) => change({ zone })}
          options={[
            { value: 'UTC', label: 'UTC' },
            { value: 'local', label: 'Local' },
          ]}
        />
        <Choice
          label="Density"
          value={preferences.density}
          onChange={(density) => change({ density })}
          options={[
            { value: 'comfortable', label: 'Comfortable' },
            { value: 'compact', label: 'Compact' },
          ]}
        />
        <Choice
          label="Confirm a deletion"
          hint="By typing the name, or by ticking a box that holds it."
          value={preferences.confirmBy}
          onChange={(confirmBy) => change({ confirmBy })}
          options={[
            { value: 'typing', label: 'Typing' },
            { value: 'checkbox', label: 'Checkbox' },
          ]}
        />
        <Choice
          label="Single-key shortcuts"
          hint="Such as g c and ?. Off, Ctrl K and ⌘K still work."
          value={preferences.singleKeys ? 'on' : 'off'}
          onChange={(keys) => change({ singleKeys: keys === 'on' })}
          options={[
            { value: 'on', label: 'On' },
            { value: 'off', label: 'Off' },
          ]}
        />
      </div>
      <div className="mt-5 flex justify-end max-sm:flex-col">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Modal>
  );
}
