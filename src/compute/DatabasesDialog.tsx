import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { changeDatabases, databasesQuery } from '../api/addedInstances.ts';
import type { DatabaseChanges } from '../rules/requests.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions, DialogDescription } from '../ui/Dialog.tsx';
import { TextArea } from '../ui/fields.tsx';

type Props = { databases: readonly string[]; onClose: () => void };

/** Sends what was added and removed, so that a colleague's change of the same moment isn't lost. */
export function DatabasesDialog({ databases, onClose }: Props) {
  const { workspace, sessionId } = useSession();
  const client = useQueryClient();
  const [shown] = useState(databases);
  const [text, setText] = useState(shown.join('\n'));
  const save = useMutation({
    mutationFn: (changes: DatabaseChanges) => changeDatabases({ workspace, sessionId }, changes),
    onSuccess(names) {
      client.setQueryData(databasesQuery(workspace).queryKey, names);
      onClose();
    },
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const names = text.split('\n').map((line) => line.trim());
    const add = names.filter((name) => name !== '' && !shown.includes(name));
    const remove = shown.filter((name) => !names.includes(name));
    if (!save.isPending) save.mutate({ add, remove });
  }
  return (
    <Dialog kind="dialog" title="Databases" onClose={onClose}>
      <DialogDescription>
        <span className="text-muted">
          Their instances are listed for all admins of this workspace. Nothing is created or deleted.
        </span>
      </DialogDescription>
      <form onSubmit={submit} noValidate className="mt-3">
        <TextArea
          label="Databases to list"
          hint="One name per line."
          problem={save.error?.message ?? null}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
