import { Fragment } from 'react';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import { usePreferences } from '../ui/usePreferences.ts';
import { shortcuts } from './shortcuts.ts';

/** The keys that work everywhere. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { singleKeys } = usePreferences().preferences;
  return (
    <Modal kind="dialog" title="Keyboard shortcuts" onClose={onClose}>
      <p className="mt-1 text-muted">
        {singleKeys
          ? 'They rest while you type. None of them deletes anything.'
          : 'Single keys are off; the preferences turn them on.'}
      </p>
      <dl className="mt-4 grid divide-y divide-line border-y border-line">
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className="flex items-center justify-between gap-4 py-2">
            <dt>{does}</dt>
            <dd className="flex shrink-0 gap-2 text-muted">
              {keys.map((key, at) => (
                <Fragment key={key}>
                  {at > 0 && 'or'}
                  <kbd className="rounded-sm border border-line-strong bg-sunken px-1.5 text-text">{key}</kbd>
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 flex justify-end max-sm:flex-col">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Modal>
  );
}
