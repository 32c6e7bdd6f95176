import { useRef } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Modal } from '../../../ui/Modal.tsx';
import type { LeftOut } from './LeftOut.ts';
import { LeftOutList } from './LeftOutList.tsx';

type Props = { leftOut: readonly LeftOut[]; onClose: () => void };

/** Says why of all that is selected nothing can be deleted now: there is nothing to confirm. */
export function NothingToDelete({ leftOut, onClose }: Props) {
  const close = useRef<HTMLButtonElement>(null);
  return (
    <Modal
      kind="dialog"
      title="None of the selected can be deleted now"
      onClose={onClose}
      initialFocus={close}
    >
      <LeftOutList leftOut={leftOut} />
      <div className="mt-5 flex justify-end">
        <Button ref={close} onClick={onClose}>
          Close
        </Button>
      </div>
    </Modal>
  );
}
