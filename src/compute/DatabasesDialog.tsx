import { type SubmitEvent, useState } from 'react';
import { findPathValueProblem } from '../api/servicePath.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions, DialogDescription } from '../ui/Dialog.tsx';
import { Field } from '../ui/fields.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { toSafeText } from '../ui/text.ts';
import { useTableView } from './tableView.ts';
import { useChangeDatabases } from './useChangeDatabases.ts';
import type { Instances } from './useInstances.ts';

type Props = { instances: Pick<Instances, 'databases' | 'lists'>; onClose: () => void };

/** The databases whose instances are listed in this browser. The service has one list for each. */
export function DatabasesDialog({ instances: { databases, lists }, onClose }: Props) {
  const [{ databases: shown }, changeView] = useTableView();
  const change = useChangeDatabases();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  function add(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const added = name.trim();
    const pathProblem = findPathValueProblem(added);
    setProblem(pathProblem && `The database name ${pathProblem}.`);
    if (pathProblem !== null) return;
    void change((names) => [...new Set([...names, added])]);
    setName('');
  }
  function remove(removed: string) {
    void change((names) => names.filter((each) => each !== removed));
    if (shown.includes(removed)) changeView({ databases: shown.filter((each) => each !== removed) });
  }
  return (
    <Dialog kind="dialog" title="Databases" onClose={onClose}>
      <DialogDescription>
        <span className="text-muted">
          Their instances are listed in this browser. Nothing is created or deleted.
        </span>
      </DialogDescription>
      <ul className="my-3 max-h-[40dvh] divide-y divide-line overflow-y-auto border-y border-line empty:hidden">
        {databases.map((database) => (
          <li key={database} className="flex min-h-10 items-center gap-3">
            <span className="min-w-0 flex-1">
              <SafeName name={database} whole />
            </span>
            {lists.some((list) => list.databaseName === database && list.query.error !== null) && (
              <span className="text-small text-notice">couldn't be loaded</span>
            )}
            <Button
              size="small"
              variant="quiet"
              aria-label={`Remove ${toSafeText(database)}`}
              onClick={() => remove(database)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <form onSubmit={add} noValidate className="flex items-end gap-2">
        <Field
          label="Add a database"
          value={name}
          onChange={(event) => setName(event.target.value)}
          problem={problem}
          className="flex-1"
        />
        <Button type="submit">Add</Button>
      </form>
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  );
}
