import { Suspense, useMemo, useState } from 'react';
import { Modal } from '../../../ui/Modal.tsx';
import type { InstanceRow } from '../instances/InstanceRow.ts';
import { AddOneForm } from './AddOneForm.tsx';
import type { AddedInstance } from './createInventory.ts';
import { importCode } from './importCode.ts';

const ImportPanel = importCode;

type Props = {
  workspaceSlug: string;
  databases: readonly string[];
  /** What is in the list already. */
  rows: readonly InstanceRow[];
  onAdd: (instances: readonly AddedInstance[]) => void;
  onClose: () => void;
};

const ways = ['One instance', 'Paste or file'] as const;

/** Adds instances to this browser's list. The service is not asked, and not told. */
export function AddInstanceDialog({ rows, ...props }: Props) {
  const existingKeys = useMemo(() => new Set(rows.map((row) => row.key)), [rows]);
  const [way, setWay] = useState<(typeof ways)[number]>('One instance');
  return (
    <Modal kind="dialog" title="Add instance" onClose={props.onClose}>
      <p className="mt-1 text-muted">
        It is kept in this browser only. Nothing is created, and the service is not told.
      </p>
      <fieldset className="my-4 inline-flex gap-0.5 rounded-md bg-sunken p-0.5">
        <legend className="sr-only">How to add</legend>
        {ways.map((one) => (
          <label
            key={one}
            onPointerEnter={() => void (one === 'Paste or file' && importCode.load())}
            className="cursor-pointer rounded-sm border border-transparent forced-colors:border-[Canvas] px-3 py-1.5 text-muted has-checked:bg-raised has-checked:font-medium has-checked:text-text forced-colors:has-checked:border-[Highlight] has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="way"
              className="sr-only"
              checked={way === one}
              onChange={() => setWay(one)}
            />
            {one}
          </label>
        ))}
      </fieldset>
      {way === 'One instance' ? (
        <AddOneForm {...props} existingKeys={existingKeys} />
      ) : (
        <Suspense fallback={<p className="min-h-[26rem] text-muted">Loading…</p>}>
          <ImportPanel {...props} existingKeys={existingKeys} />
        </Suspense>
      )}
    </Modal>
  );
}
