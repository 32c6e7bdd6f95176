import { Fragment } from 'react';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import { usePreferences } from '../ui/usePreferences.ts';
import { shortcuts } from './shortcuts.ts';

/** The keys that work everywhere, and those of the list of instances. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { singleKeys } = usePreferences().preferences;
  return (
    <Modal kind="dialog" title="Keyboard shortcuts" onClose={onClose}>
      <p className="mt-1 text-muted">
        {singleKeys
          ? 'They rest while you type. None of them deletes anything unasked.'
          : 'Single keys are off; the preferences turn them on.'}
      </p>
      <Keys list={shortcuts.everywhere} />
      <h3 className="mt-5 font-semibold">In the list of instances</h3>
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
      {list.map(({ keys, does }) => (
        <div key={does} className="flex items-center justify-between gap-4 py-1.5">
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
  );
}
