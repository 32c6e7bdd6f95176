import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type SubmitEvent, useId, useMemo, useState } from 'react';
import {
  type AddedInstance,
  addedInstancesQuery,
  addInstances,
  databasesQuery,
  saveDatabases,
} from '../api/addedInstances.ts';
import { findTextHazard, formatNumber } from '../format/text.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions, DialogDescription } from '../ui/Dialog.tsx';
import { TextArea, TextField } from '../ui/fields.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { toast } from '../ui/toasts.tsx';
import { formatInstanceCount } from './instanceRow.ts';
import { findInstanceProblem, type InstanceLines, readInstanceLines } from './readInstanceLines.ts';
import type { InstancesState } from './useInstances.ts';

type Props = { instances: Pick<InstancesState, 'rowsByKey' | 'databases'>; onClose: () => void };

export function AddInstancesDialog({ instances: { rowsByKey, databases }, onClose }: Props) {
  const [single, setSingle] = useState({ databaseName: '', instanceId: '', name: '' });
  const [text, setText] = useState('');
  const [isChecked, setChecked] = useState(false);
  const suggestionsId = useId();
  const lines = useMemo(() => readInstanceLines(text, (key) => rowsByKey.has(key)), [text, rowsByKey]);
  const add = useAddInstances(onClose);

  const one: AddedInstance = {
    databaseName: single.databaseName.trim(),
    instanceId: single.instanceId.trim(),
    name: single.name.trim() || null,
  };
  const hasOne = one.instanceId !== '' || (text.trim() === '' && isChecked);
  const problem = hasOne ? findInstanceProblem(one, (key) => rowsByKey.has(key)) : null;
  const failure = (isChecked && problem) || add.error?.message;
  const all = [...(hasOne ? [one] : []), ...lines.instances];

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setChecked(true);
    if (problem === null && all.length > 0) add.mutate(all);
  }
  const bind = (field: keyof typeof single) => ({
    value: single[field],
    hint: findTextHazard(single[field].trim()) ?? undefined,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setSingle({ ...single, [field]: event.target.value }),
  });
  return (
    <Dialog kind="wide-dialog" title="Add instances" onClose={onClose}>
      <DialogDescription>
        <span className="text-muted">
          Adds existing instances to the list of all admins of this workspace. Nothing is created.
        </span>
      </DialogDescription>
      <form onSubmit={submit} noValidate className="mt-3">
        <div className="grid items-start gap-3 sm:grid-cols-[1fr_1.6fr_1fr]">
          <TextField label="Database" list={suggestionsId} {...bind('databaseName')} />
          <TextField label="Instance ID" {...bind('instanceId')} />
          <TextField label="Name" aside="optional" {...bind('name')} />
        </div>
        <datalist id={suggestionsId}>
          {databases.map((database) => (
            <option key={database} value={database} />
          ))}
        </datalist>
        <TextArea
          label="Paste a list"
          hint="A line per instance: database, ID, name. With tabs or commas."
          rows={5}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="mt-4"
        />
        <LineProblems problems={lines.problems} />
        {failure && (
          <p role="alert" className="mt-2 text-control text-danger">
            {failure}
          </p>
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" aria-disabled={all.length === 0 || add.isPending}>
            {all.length === 0 ? 'Add instances' : `Add ${formatInstanceCount(all.length)}`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Instances per request, whose body may have 64 KiB. */
const maxPerRequest = 100;

function useAddInstances(onAdded: () => void) {
  const { workspace, sessionId } = useSession();
  const queryClient = useQueryClient();
  return useMutation({
    async mutationFn(instances: readonly AddedInstance[]) {
      for (let start = 0; start < instances.length; start += maxPerRequest) {
        const part = instances.slice(start, start + maxPerRequest);
        const added = await addInstances({ workspace, sessionId }, part);
        queryClient.setQueryData(addedInstancesQuery(workspace).queryKey, added);
      }
    },
    onSuccess(_, { length }) {
      toast({ text: `Added ${formatInstanceCount(length)} to this list` });
      onAdded();
    },
  });
}

const maxShownProblems = 50;

function LineProblems({ problems }: Pick<InstanceLines, 'problems'>) {
  if (problems.length === 0) return null;
  return (
    <section role="status" className="mt-3 text-control">
      <h3 className="font-medium text-notice">{`${formatNumber(problems.length)} not added`}</h3>
      <ul className="mt-1 grid max-h-[24dvh] gap-1 overflow-y-auto">
        {problems.slice(0, maxShownProblems).map(({ lineNumber, text, reason }) => (
          <li key={lineNumber} className="flex flex-wrap justify-between gap-x-4">
            <code className="min-w-0 wrap-anywhere">
              <SafeName name={text.slice(0, 80)} whole />
              {text.length > 80 && <span>…</span>}
            </code>
            <span className="text-muted">{`Line ${lineNumber}: ${reason}`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type DatabasesProps = { databases: readonly string[]; onClose: () => void };

export function DatabasesDialog({ databases, onClose }: DatabasesProps) {
  const { workspace, sessionId } = useSession();
  const queryClient = useQueryClient();
  const [text, setText] = useState(databases.join('\n'));
  const save = useMutation({
    mutationFn: (names: readonly string[]) => saveDatabases({ workspace, sessionId }, names),
    onSuccess(names) {
      queryClient.setQueryData(databasesQuery(workspace).queryKey, names);
      onClose();
    },
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const lines = text.split('\n').map((line) => line.trim());
    if (!save.isPending) save.mutate(lines.filter(Boolean));
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
