import { type ComponentProps, type SubmitEvent, useId, useMemo, useState } from 'react';
import { pathValueProblem } from '../../api/servicePath.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/fields.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { textHazards } from './confusables.ts';
import { ImportPanel } from './ImportPanel.tsx';
import { type InstanceRow, instanceKey } from './instanceRow.ts';
import type { AddedInstance } from './inventory.ts';
import { SafeName } from './SafeName.tsx';

type AddInstanceDialogProps = {
  workspaceSlug: string;
  databases: readonly string[];
  /** What is in the list already. */
  rows: readonly InstanceRow[];
  onAdd: (instances: readonly AddedInstance[]) => void;
  onClose: () => void;
};

const ways = ['One instance', 'Paste or file'] as const;

/** Adds instances to this browser's list. The service is not asked, and not told. */
export function AddInstanceDialog({ rows, ...props }: AddInstanceDialogProps) {
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
        <ImportPanel {...props} existingKeys={existingKeys} />
      )}
    </Modal>
  );
}

type AddOneFormProps = {
  databases: readonly string[];
  existingKeys: ReadonlySet<string>;
  onAdd: (instances: readonly AddedInstance[]) => void;
  onClose: () => void;
};

type Problems = { database: string | null; id: string | null };

/** Adds one instance by what a deletion needs to name it. */
function AddOneForm({ databases, existingKeys, onAdd, onClose }: AddOneFormProps) {
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
      <AnnotatedField label="Database" name="database" list={suggestions} problem={problems.database} />
      <datalist id={suggestions}>
        {databases.map((database) => (
          <option key={database} value={database} />
        ))}
      </datalist>
      <AnnotatedField label="Instance ID" name="id" problem={problems.id} />
      <AnnotatedField label="Name" name="name" hint="Optional. You’ll type it to confirm a deletion." />
      <div className="flex justify-end gap-2 max-sm:flex-col-reverse">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary">
          Add to the list
        </Button>
      </div>
    </form>
  );
}

/** A text field that marks hidden and misleading characters, because they often come with a copied ID. */
function AnnotatedField({ hint, ...field }: ComponentProps<typeof Field>) {
  const [text, setText] = useState('');
  const entered = text.trim();
  const { warnings } = textHazards(entered);
  return (
    <Field
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      {...field}
      onChange={(event) => setText(event.target.value)}
      hint={
        warnings.length === 0 ? (
          hint
        ) : (
          <>
            {warnings.join(' ')} <SafeName name={entered} whole />
          </>
        )
      }
    />
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
