import { BulkProgressDialog } from '../compute/BulkProgressDialog.tsx';
import { OpenWorkspaceDialog } from './OpenWorkspaceDialog.tsx';

type Props = { isOpeningOther: boolean; onCloseOther: () => void };

export function ShellDialogs({ isOpeningOther, onCloseOther }: Props) {
  return (
    <>
      <BulkProgressDialog />
      {isOpeningOther && <OpenWorkspaceDialog onClose={onCloseOther} />}
    </>
  );
}
