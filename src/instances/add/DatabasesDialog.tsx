import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { findPathValueProblem } from '../../rules/servicePath.ts';
import { useSession } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions, DialogDescription } from '../../ui/Dialog.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { useDeletionContext } from '../delete/useDeletions.ts';
import { useTableView } from '../table/tableView.ts';
import { chosenDatabasesQuery, saveChosenDatabases } from './added.ts';

type Props = { databases: readonly string[]; onClose: () => void };

/** The databases whose instances are listed in this browser. The service has one list for each. */
export function DatabasesDialog({ databases, onClose }: Props) {
  const { workspace } = useSession();
  const { storage } = useDeletionContext();
  const queryClient = useQueryClient();
  const [{ databases: filter }, changeView] = useTableView();
  const [text, setText] = useState(databases.join('\n'));
  const [problem, setProblem] = useState<string | null>(null);

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const lines = text.split('\n').map((line) => line.trim());
    const names = [...new Set(lines.filter(Boolean))];
    const [pathProblem] = names.flatMap((name) => findPathValueProblem(name) ?? []);
    if (pathProblem !== undefined) return setProblem(`The database name ${pathProblem}.`);
    try {
      await saveChosenDatabases(storage, workspace, names);
    } catch {
      return setProblem("Couldn't save, because the storage of this browser is full or blocked.");
    }
    queryClient.setQueryData(chosenDatabasesQuery(storage, workspace).queryKey, names);
    changeView({ databases: filter.filter((name) => names.includes(name)) });
    onClose();
  }
  return (
    <Dialog kind="dialog" title="Databases" onClose={onClose}>
      <DialogDescription>
        <span className="text-muted">
          Their instances are listed in this browser. Nothing is created or deleted.
        </span>
      </DialogDescription>
      <form onSubmit={save} noValidate className="mt-3">
        <TextArea
          label="Databases to list"
          hint="One name per line."
          problem={problem}
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
