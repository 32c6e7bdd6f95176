import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeAddedInstances, changeListedDatabases } from '../api/computeInstances.ts';
import { findTextHazard } from '../format/text.ts';
import { instanceKey } from '../rules/deletion.ts';
import { describePathProblem } from '../rules/pathValues.ts';
import { type AddedInstance, maxBodyBytes } from '../rules/requests.ts';
import { useSession } from '../session/pageData.ts';
import { FormDialog } from '../ui/Dialog.tsx';
import { TextArea } from '../ui/fields.tsx';
import { toast } from '../ui/toasts.tsx';
import { formatInstanceCount } from './instanceRow.ts';
import { useInstances } from './useInstances.ts';

export function AddInstancesDialog({ onClose }: { onClose: () => void }) {
  const caller = useSession();
  const { rowsByKey } = useInstances();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const { instances, problems } = parseInstanceLines(text, (key) => rowsByKey.has(key));
  async function add() {
    const share = maxBodyBytes / new TextEncoder().encode(JSON.stringify({ instances })).length;
    const count = formatInstanceCount(Math.floor(share * instances.length));
    if (share < 1)
      throw new Error(`These are too many for one request. Add at most about ${count} at a time.`);
    await changeAddedInstances('add', client, caller, instances);
    toast({ text: `Added ${formatInstanceCount(instances.length)} to this list` });
  }
  return (
    <FormDialog
      title="Add instances"
      description="Adds existing instances to the list of all admins of this workspace. Nothing is created."
      submitLabel={`Add ${formatInstanceCount(instances.length)}`}
      canSubmit={instances.length > 0}
      onSubmit={add}
      onClose={onClose}
    >
      <TextArea
        label="Instances"
        hint="A line per instance: database, ID, name. The name is optional."
        rows={8}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div role="status">
        <ul className="mt-3 max-h-[24dvh] overflow-y-auto text-control text-notice empty:hidden">
          {problems.slice(0, 50).map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </div>
    </FormDialog>
  );
}

/** The name may be missing, or contain commas. */
export function parseInstanceLines(text: string, isListed: (key: string) => boolean) {
  const instances = new Map<string, AddedInstance>();
  const problems: string[] = [];
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    if (line.trim() === '') continue;
    const cells = /^([^,\t]*)[,\t]?([^,\t]*)[,\t]?(.*)$/u.exec(line) ?? [];
    const [, databaseName = '', instanceId = '', name = ''] = cells.map((cell) => cell.trim());
    const instance = { databaseName, instanceId, name: name || null };
    const key = instanceKey(instance);
    const isKnown = isListed(key) || instances.has(key);
    const problem = isKnown ? 'It is already listed.' : findProblem(instance);
    if (problem === null) instances.set(key, instance);
    else problems.push(`Line ${index + 1} isn't added. ${problem}`);
  }
  return { instances: [...instances.values()], problems };
}

function findProblem({ databaseName, instanceId }: AddedInstance): string | null {
  return (
    describePathProblem('The database name', databaseName) ??
    describePathProblem('The ID', instanceId) ??
    findTextHazard(databaseName) ??
    findTextHazard(instanceId)
  );
}

/** Sends only the changes, so that a colleague's at the same moment aren't lost. */
export function DatabasesDialog({ onClose }: { onClose: () => void }) {
  const caller = useSession();
  const { databases } = useInstances();
  const client = useQueryClient();
  const [shown] = useState(databases);
  const [text, setText] = useState(shown.join('\n'));
  function save() {
    const names = text.split('\n').map((line) => line.trim());
    const add = names.filter((name) => name !== '' && !shown.includes(name));
    const remove = shown.filter((name) => !names.includes(name));
    return changeListedDatabases(client, caller, { add, remove });
  }
  return (
    <FormDialog
      title="Databases"
      description="Their instances are listed for all admins of this workspace. Nothing is created or deleted."
      submitLabel="Save"
      canSubmit
      onSubmit={save}
      onClose={onClose}
    >
      <TextArea
        label="Databases to list"
        hint="One name per line."
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </FormDialog>
  );
}
