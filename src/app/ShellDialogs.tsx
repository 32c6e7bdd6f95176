import { Fragment } from 'react';
import { useConfirmBy } from '../features/compute/deletion/confirmName.ts';
import { useConfig } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { Choice } from '../ui/fields.tsx';
import { Modal } from '../ui/Modal.tsx';
import { usePreferences } from '../ui/usePreferences.ts';
import { CommandPalette } from './CommandPalette.tsx';
import { RequestsDrawer } from './RequestLog.tsx';
import type { ShellDialog } from './Sidebar.tsx';
import { shortcuts } from './shortcuts.ts';
import { WorkspacesDialog } from './WorkspaceSwitcher.tsx';

type Props = {
  open: ShellDialog;
  onOpen: (dialog: ShellDialog) => void;
  onClose: () => void;
};

/** The dialogs of the shell, in one chunk that loads after the first screen. */
export function ShellDialogs({ open, onOpen, onClose }: Props) {
  return (
    <>
      {open === 'palette' && <CommandPalette onOpen={onOpen} onClose={onClose} />}
      {open === 'workspaces' && <WorkspacesDialog onClose={onClose} />}
      {open === 'preferences' && <PreferencesDialog onClose={onClose} />}
      {open === 'requests' && <RequestsDrawer onClose={onClose} />}
      {open === 'about' && <AboutDialog onClose={onClose} />}
      {open === 'shortcuts' && <ShortcutsDialog onClose={onClose} />}
    </>
  );
}

/** The preferences. Every change applies at once. */
function PreferencesDialog({ onClose }: { onClose: () => void }) {
  const { preferences, change } = usePreferences();
  const { confirmBy, setConfirmBy } = useConfirmBy();
  return (
    <Modal kind="dialog" title="Preferences" onClose={onClose}>
      <p className="mt-1 text-muted">Saved in this browser.</p>
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
          hint="Times always show their UTC offset."
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
          label="Confirm deletions by"
          value={confirmBy}
          onChange={setConfirmBy}
          options={[
            { value: 'typing', label: 'Typing the name' },
            { value: 'checkbox', label: 'Ticking a checkbox' },
          ]}
        />
        <Choice
          label="Single-key shortcuts"
          hint="For example g c or ?. Ctrl K always works."
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

/** Facts that support asks for. */
function AboutDialog({ onClose }: { onClose: () => void }) {
  const { serviceUrl, serviceId, idleMinutes, sandbox } = useConfig();
  const facts = {
    Service: sandbox === null ? new URL(serviceUrl, window.location.origin).href : 'Sandbox',
    'Service ID': serviceId,
    Session:
      idleMinutes === 'never'
        ? 'Ends after 8 hours'
        : `Ends after ${idleMinutes} min of inactivity or 8 hours`,
    'Access token': 'Stays in this browser and is sent only to the service',
  };
  return (
    <Modal kind="dialog" title="About" onClose={onClose}>
      <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
        {Object.entries(facts).map(([term, fact]) => (
          <Fragment key={term}>
            <dt className="text-muted">{term}</dt>
            <dd className="wrap-anywhere">{fact}</dd>
          </Fragment>
        ))}
      </dl>
      <div className="mt-5 flex justify-end max-sm:flex-col">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Modal>
  );
}

function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { singleKeys } = usePreferences().preferences;
  return (
    <Modal kind="dialog" title="Keyboard shortcuts" onClose={onClose}>
      <p className="mt-1 text-muted">
        {singleKeys
          ? 'Shortcuts are off while you type. Deleting always asks first.'
          : 'Turn on single-key shortcuts in Preferences.'}
      </p>
      <Keys list={shortcuts.everywhere} />
      <h3 className="mt-5 font-semibold">Instance list</h3>
      <Keys list={shortcuts.inTheList} />
      <div className="mt-5 flex justify-end max-sm:flex-col">
        <Button onClick={onClose}>Close</Button>
      </div>
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
            {keys.map((key, at) => (
              <Fragment key={key}>
                {at > 0 && 'or'}
                <kbd className="rounded-sm border border-line-control bg-sunken px-1.5 text-text">{key}</kbd>
              </Fragment>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
