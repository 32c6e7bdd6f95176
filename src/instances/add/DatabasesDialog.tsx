import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { databasesQuery, saveDatabases } from '../../api/addedInstances.ts';
import { findPathValueProblem } from '../../rules/pathValues.ts';
import { useSession } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions, DialogDescription } from '../../ui/Dialog.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { useTableView } from '../table/tableView.ts';

type Props = { databases: readonly string[]; onClose: () => void };

/** The databases whose instances are listed. The service has one list for each. */
export function DatabasesDialog({ databases, onClose }: Props) {
  const { workspace, sessionId } = useSession();
  const queryClient = useQueryClient();
  const [{ databases: filter }, changeView] = useTableView();
  const [text, setText] = useState(databases.join('\n'));
  const save = useMutation({
    mutationFn: async (names: readonly string[]) => {
      const [problem] = names.flatMap((name) => findPathValueProblem(name) ?? []);
      if (problem !== undefined) throw new Error(`The database name ${problem}.`);
      return saveDatabases({ workspace, sessionId }, names);
    },
    onSuccess(names) {
      queryClient.setQueryData(databasesQuery(workspace).queryKey, names);
      changeView({ databases: filter.filter((name) => names.includes(name)) });
      onClose();
    },
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const lines = text.split('\n').map((line) => line.trim());
    if (!save.isPending) save.mutate([...new Set(lines.filter(Boolean))]);
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
