import { Fragment, type ReactNode } from 'react';
import { useConfirmBy } from '../deletion/confirmation.ts';
import { useConfig } from '../session/useSession.ts';
import { Choice } from '../ui/fields.tsx';
import { Modal } from '../ui/Modal.tsx';
import { type PreferenceChange, type Preferences, usePreferences } from '../ui/usePreferences.ts';
import { CommandPalette, type CommandPaletteProps } from './CommandPalette.tsx';
import { RequestsDialog } from './RequestLog.tsx';
import type { ShellDialog } from './Sidebar.tsx';
import { shortcuts } from './shortcuts.ts';
import { WorkspacesDialog } from './WorkspaceSwitcher.tsx';

export type ShellDialogsProps = CommandPaletteProps & { dialog: ShellDialog };

/** Renders the open dialog of the shell. The code of all these dialogs loads after the first screen. */
export function ShellDialogs({ dialog, ...palette }: ShellDialogsProps) {
  const { onClose } = palette;
  return (
    <>
      {dialog === 'palette' && <CommandPalette {...palette} />}
      {dialog === 'workspaces' && <WorkspacesDialog onClose={onClose} />}
      {dialog === 'preferences' && <PreferencesDialog onClose={onClose} />}
      {dialog === 'requests' && <RequestsDialog onClose={onClose} />}
      {dialog === 'about' && <AboutDialog onClose={onClose} />}
      {dialog === 'shortcuts' && <ShortcutsDialog onClose={onClose} />}
    </>
  );
}

function PreferencesDialog({ onClose }: { onClose: () => void }) {
  const { preferences, change } = usePreferences();
  const { confirmBy, setConfirmBy } = useConfirmBy();
  return (
    <Modal kind="dialog" title="Preferences" onClose={onClose}>
      <p className="mt-1 text-muted">Saved in this browser.</p>
      <div className="mt-4 grid divide-y divide-line border-t border-line *:py-3">
        {Object.entries(preferenceControls).map(([name, renderControl]) => (
          <Fragment key={name}>{renderControl(preferences, change)}</Fragment>
        ))}
        <Choice
          label="Confirm deletions by"
          value={confirmBy}
          onChange={setConfirmBy}
          options={{ typing: 'Typing the name', checkbox: 'Ticking a checkbox' }}
        />
      </div>
    </Modal>
  );
}

const preferenceControls: Record<
  keyof Preferences,
  (preferences: Preferences, change: PreferenceChange) => ReactNode
> = {
  theme: ({ theme }, change) => (
    <Choice
      label="Theme"
      value={theme}
      onChange={(value) => change({ theme: value })}
      options={{ system: 'System', light: 'Light', dark: 'Dark' }}
    />
  ),
  zone: ({ zone }, change) => (
    <Choice
      label="Time zone"
      hint="Times always show their UTC offset."
      value={zone}
      onChange={(value) => change({ zone: value })}
      options={{ UTC: 'UTC', local: 'Local' }}
    />
  ),
  density: ({ density }, change) => (
    <Choice
      label="Density"
      value={density}
      onChange={(value) => change({ density: value })}
      options={{ comfortable: 'Comfortable', compact: 'Compact' }}
    />
  ),
  singleKeys: ({ singleKeys }, change) => (
    <div className="touch:hidden">
      <Choice
        label="Single-key shortcuts"
        hint="For example, ? shows all shortcuts, and g followed by c opens Compute. Ctrl K always works."
        value={singleKeys ? 'on' : 'off'}
        onChange={(value) => change({ singleKeys: value === 'on' })}
        options={{ on: 'On', off: 'Off' }}
      />
    </div>
  ),
};

/** Shows the details that a support team asks for. */
function AboutDialog({ onClose }: { onClose: () => void }) {
  const { serviceUrl, serviceId, idleMinutes, sandbox } = useConfig();
  const details = {
    Service: sandbox === null ? new URL(serviceUrl, window.location.origin).href : 'Sandbox',
    'Service ID': serviceId,
    Session:
      idleMinutes === 'never'
        ? 'Ends after 8 hours'
        : `Ends after ${idleMinutes} min of inactivity, and at the latest after 8 hours`,
    'Access token': 'Stays in this browser and is sent only to the service',
  };
  return (
    <Modal kind="dialog" title="About" onClose={onClose}>
      <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
        {Object.entries(details).map(([term, detail]) => (
          <Fragment key={term}>
            <dt className="text-muted">{term}</dt>
            <dd className="wrap-anywhere">{detail}</dd>
          </Fragment>
        ))}
      </dl>
    </Modal>
  );
}

function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { singleKeys } = usePreferences().preferences;
  return (
    <Modal kind="dialog" title="Keyboard shortcuts" onClose={onClose}>
      <p className="mt-1 text-muted">
        {singleKeys
          ? 'Single-key shortcuts are off while you type. Every deletion asks for confirmation.'
          : 'Single-key shortcuts are off. You can turn them on in Preferences.'}
      </p>
      <Keys list={shortcuts.everywhere} />
      <h3 className="mt-5 font-semibold">Instance list</h3>
      <Keys list={shortcuts.inTheList} />
    </Modal>
  );
}

function Keys({ list }: { list: typeof shortcuts.everywhere }) {
  return (
    <dl className="mt-2 grid divide-y divide-line border-y border-line">
      {list.map(({ keys, label }) => (
        <div key={label} className="flex items-center justify-between gap-4 py-1.5">
          <dt>{label}</dt>
          <dd className="flex shrink-0 gap-2 text-muted">
            {keys.map((key, index) => (
              <Fragment key={key}>
                {index > 0 && 'or'}
                <kbd className="rounded-sm border border-line-control bg-sunken px-1.5 text-text">{key}</kbd>
              </Fragment>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
