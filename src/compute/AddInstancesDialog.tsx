import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useDeferredValue, useMemo, useState } from 'react';
import { addedInstancesQuery, addInstances } from '../api/addedInstances.ts';
import { formatNumber } from '../format/text.ts';
import type { AddedInstance } from '../rules/requests.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions, DialogDescription } from '../ui/Dialog.tsx';
import { TextArea } from '../ui/fields.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { toast } from '../ui/toasts.tsx';
import { formatInstanceCount } from './instanceRow.ts';
import { countFitting, readInstanceLines } from './readInstanceLines.ts';
import type { InstancesState } from './useInstances.ts';

type Props = Pick<InstancesState, 'rowsByKey'> & { onClose: () => void };

const maxShownProblems = 50;

export function AddInstancesDialog({ rowsByKey, onClose }: Props) {
  const [text, setText] = useState('');
  const readText = useDeferredValue(text);
  const { instances, problems } = useMemo(
    () => readInstanceLines(readText, (key) => rowsByKey.has(key)),
    [readText, rowsByKey],
  );
  const fitting = useMemo(() => countFitting(instances), [instances]);
  const add = useAddInstances(onClose);
  const isTooMuch = fitting < instances.length;
  const canAdd = instances.length > 0 && !isTooMuch && readText === text && !add.isPending;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (canAdd) add.mutate(instances);
  }
  return (
    <Dialog kind="wide-dialog" title="Add instances" onClose={onClose}>
      <DialogDescription>
        <span className="text-muted">
          Adds existing instances to the list of all admins of this workspace. Nothing is created.
        </span>
      </DialogDescription>
      <form onSubmit={submit} noValidate className="mt-3">
        <TextArea
          label="Instances"
          hint="A line per instance: database, ID, name. The name is optional."
          problem={
            isTooMuch
              ? `The first ${formatInstanceCount(fitting)} of ${formatNumber(instances.length)} fit into one request. Add them first, then the others.`
              : (add.error?.message ?? null)
          }
          rows={8}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {problems.length > 0 && (
          <section role="status" className="mt-3 text-control">
            <h3 className="font-medium text-notice">
              {`${formatNumber(problems.length)} ${problems.length === 1 ? "line isn't" : "lines aren't"} added`}
            </h3>
            <ul className="mt-1 grid max-h-[24dvh] gap-1 overflow-y-auto">
              {problems.slice(0, maxShownProblems).map(({ lineNumber, text: line, reason }) => (
                <li key={lineNumber} className="flex flex-wrap justify-between gap-x-4">
                  <code className="min-w-0 wrap-anywhere">
                    <SafeName name={line.length > 80 ? `${line.slice(0, 80)}…` : line} whole />
                  </code>
                  <span className="text-muted">{`Line ${formatNumber(lineNumber)}: ${reason}`}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" aria-disabled={!canAdd}>
            {`Add ${formatInstanceCount(instances.length)}`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function useAddInstances(onAdded: () => void) {
  const { workspace, sessionId } = useSession();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (instances: readonly AddedInstance[]) => addInstances({ workspace, sessionId }, instances),
    onSuccess(all, { length }) {
      client.setQueryData(addedInstancesQuery(workspace).queryKey, all);
      toast({ text: `Added ${formatInstanceCount(length)} to this list` });
      onAdded();
    },
  });
}
