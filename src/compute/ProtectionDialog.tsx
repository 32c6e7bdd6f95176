import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { refreshLog, removeProtection, setProtection } from '../api/deletions.ts';
import { maxReasonLength } from '../rules/policy.ts';
import { useDialogSession, useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions, DialogDescription } from '../ui/Dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { Notice } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { DialogWorkspaceLine, Fact, FactList } from './InstanceFacts.tsx';
import type { RowWithId } from './instanceRow.ts';

type Props = { row: RowWithId; onClose: () => void };

export function ProtectionDialog({ row, onClose }: Props) {
  const { workspace } = useSession();
  const { sessionId } = useDialogSession();
  const { databaseName, id: instanceId, name, protection } = row;
  const [reason, setReason] = useState('');
  const client = useQueryClient();
  const cancelButton = useRef<HTMLButtonElement>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const request = { items: [{ databaseName, instanceId, name }], reason: reason.trim() };
      const send = protection === null ? setProtection : removeProtection;
      return send({ workspace, sessionId }, request);
    },
    networkMode: 'always',
    async onSuccess() {
      await refreshLog(client, workspace);
      onClose();
    },
  });
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isPending) mutate();
  }
  return (
    <Dialog
      kind="dialog"
      title={
        <>
          <span>{protection === null ? 'Protect' : 'Remove the protection of'}</span>{' '}
          <SafeName name={row.label} whole />
        </>
      }
      context={<DialogWorkspaceLine workspace={workspace} />}
      onClose={onClose}
      focus={protection === null ? {} : { initial: cancelButton }}
    >
      <form onSubmit={submit} noValidate>
        <DialogDescription>
          {protection === null
            ? 'No admin can delete it with this console until somebody removes the protection.'
            : 'After that, every admin of this workspace can delete it.'}
        </DialogDescription>
        {protection === null ? (
          <TextField
            label="Reason"
            hint="optional"
            className="mt-4"
            value={reason}
            maxLength={maxReasonLength}
            onChange={(event) => setReason(event.target.value)}
          />
        ) : (
          <FactList>
            <Fact name="Protected by">
              {protection.isOwn ? 'You' : <SafeName name={protection.actor} whole />}
            </Fact>
            <Fact name="Reason">
              {protection.reason !== '' && <SafeName name={protection.reason} whole />}
            </Fact>
          </FactList>
        )}
        {error !== null && (
          <div className="mt-3">
            <Notice tone="danger" title={error.message} />
          </div>
        )}
        <DialogActions>
          <Button ref={cancelButton} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" aria-disabled={isPending}>
            {protection === null ? 'Protect instance' : 'Remove protection'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
