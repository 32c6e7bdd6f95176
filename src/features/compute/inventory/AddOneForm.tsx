import { type SubmitEvent, useId, useState } from 'react';
import { pathValueProblem } from '../../../api/pathValueProblem.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { instanceKey } from '../instances/instanceKey.ts';
import type { AddedInstance } from './createInventory.ts';

type Props = {
  databases: readonly string[];
  existingKeys: ReadonlySet<string>;
  onAdd: (instances: readonly AddedInstance[]) => void;
  onClose: () => void;
};

type Problems = { database: string | null; id: string | null };

/** Adds one instance by what a deletion needs to name it. */
export function AddOneForm({ databases, existingKeys, onAdd, onClose }: Props) {
  const [problems, setProblems] = useState<Problems>({ database: null, id: null });
  const suggestions = useId();

  function add(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    const [databaseName, id, name] = [text('database'), text('id'), text('name')];
    const found = problemsOf(databaseName, id);
    if (found.database === null && found.id === null && existingKeys.has(instanceKey(databaseName, id)))
      found.id = `This instance of ${databaseName} is already in the list.`;
    setProblems(found);
    if (found.database !== null || found.id !== null) return;
    onAdd([{ databaseName, id, name: name === '' ? null : name }]);
    onClose();
  }

  return (
    <form onSubmit={add} noValidate className="grid gap-4">
      <Field
        label="Database"
        name="database"
        list={suggestions}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        problem={problems.database}
      />
      <datalist id={suggestions}>
        {databases.map((database) => (
          <option key={database} value={database} />
        ))}
      </datalist>
      <Field
        label="Instance ID"
        name="id"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        problem={problems.id}
      />
      <Field
        label="Name"
        name="name"
        autoComplete="off"
        spellCheck={false}
        hint="Optional; it is what you will type to confirm a deletion."
      />
      <div className="flex justify-end gap-2 max-sm:flex-col-reverse">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary">
          Add to the list
        </Button>
      </div>
    </form>
  );
}

function problemsOf(databaseName: string, id: string): Problems {
  const database = pathValueProblem(databaseName);
  const wrongId = pathValueProblem(id);
  return {
    database: database && `The database name ${database}.`,
    id: wrongId && `The instance ID ${wrongId}.`,
  };
}
