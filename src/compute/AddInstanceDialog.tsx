import { type ComponentProps, type SubmitEvent, useId, useState } from 'react';
import { useRestoreRows } from '../deletion/DeletionsProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { findTextHazards } from '../ui/confusables.ts';
import { Choice, Field } from '../ui/fields.tsx';
import { Modal } from '../ui/Modal.tsx';
import { useResults } from '../ui/results.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { ImportPanel } from './ImportPanel.tsx';
import { createInstanceKey, findPathProblem, findRowIndex, formatInstanceCount } from './instanceRow.ts';
import type { AddedInstance } from './storedData.ts';
import { useComputeInstances } from './useInstances.ts';

const modes = { single: 'Single', import: 'Import' } as const;

/** The dialog that adds instances to the list in this browser. Sends no request to the service. */
export function AddInstanceDialog({ onClose }: { onClose: () => void }) {
  const [mode, setMode] = useState<keyof typeof modes>('single');
  const { inventory } = useComputeInstances();
  const restoreRows = useRestoreRows();
  const { show: showResult } = useResults();

  function add(added: readonly AddedInstance[]) {
    // Show the added rows again if the list hides them because of an earlier deletion.
    restoreRows(added);
    inventory.add(added);
    const content = `Added ${formatInstanceCount(added.length)} to the list.`;
    showResult({ id: 'added', content, isTemporary: true });
    onClose();
  }

  return (
    <Modal kind="dialog" title="Add instance" onClose={onClose}>
      <p className="mt-1 text-muted">
        Adds an existing instance to your list in this browser. Nothing is created.
      </p>
      <div className="my-4">
        <Choice label="How to add" options={modes} value={mode} onChange={setMode} />
      </div>
      {mode === 'single' ? (
        <SingleForm onAdd={add} onClose={onClose} />
      ) : (
        <ImportPanel onAdd={add} onClose={onClose} />
      )}
    </Modal>
  );
}

type FormProps = { onAdd: (added: readonly AddedInstance[]) => void; onClose: () => void };

type Problems = { database: string | null; id: string | null };

/** The form that adds one instance by its database and ID. */
function SingleForm({ onAdd, onClose }: FormProps) {
  const { rows, databases } = useComputeInstances();
  const [problems, setProblems] = useState<Problems>({ database: null, id: null });
  const suggestionsId = useId();

  function add(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const readText = (name: string) => String(fields.get(name) ?? '').trim();
    const [databaseName, id, name] = [readText('database'), readText('id'), readText('name')];
    const isListed = findRowIndex(rows, createInstanceKey(databaseName, id)) !== -1;
    const newProblems = {
      database: databaseName === '' ? 'Enter a database.' : findPathProblem('database name', databaseName),
      id: isListed
        ? `This instance of ${databaseName} is already in the list.`
        : id === ''
          ? 'Enter an instance ID.'
          : findPathProblem('instance ID', id),
    };
    setProblems(newProblems);
    if (newProblems.database === null && newProblems.id === null)
      onAdd([{ databaseName, id, name: name || null }]);
  }

  return (
    <form onSubmit={add} noValidate className="grid gap-4">
      <FieldWithWarnings label="Database" name="database" list={suggestionsId} problem={problems.database} />
      <datalist id={suggestionsId}>
        {databases.map((database) => (
          <option key={database} value={database} />
        ))}
      </datalist>
      <FieldWithWarnings label="Instance ID" name="id" problem={problems.id} />
      <FieldWithWarnings
        label="Name"
        name="name"
        hint="Optional. With a name, you confirm a deletion by typing the name instead of the ID."
      />
      <div className="flex justify-end gap-2 max-sm:flex-col-reverse">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary">
          Add to list
        </Button>
      </div>
    </form>
  );
}

/** A text field that warns about hidden and misleading characters. A copied ID can contain such characters. */
function FieldWithWarnings({ hint, ...field }: ComponentProps<typeof Field>) {
  const [text, setText] = useState('');
  const enteredText = text.trim();
  const { warnings } = findTextHazards(enteredText);
  return (
    <Field
      {...field}
      onChange={(event) => setText(event.target.value)}
      hint={
        warnings.length === 0 ? (
          hint
        ) : (
          <>
            {warnings.join(' ')} <SafeName name={enteredText} whole />
          </>
        )
      }
    />
  );
}
