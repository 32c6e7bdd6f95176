import { Button } from '../../ui/Button.tsx';
import { formatInstanceCount } from '../instanceRow.ts';
import type { TableModel } from '../table/useInstanceTable.ts';
import { selectInstances } from './selectInstances.ts';
import { type SearchedInstances, useMentions } from './useMentions.ts';

type Props = { text: string; instances: SearchedInstances; model: TableModel };

/** For a ticket that was pasted into the search. */
export function InstancesInSearchNotice({ text, instances, model }: Props) {
  const hasSeveralWords = /\S\s+\S/.test(text);
  const { mentions, isCurrent } = useMentions(hasSeveralWords ? text : '', instances);
  const { found, missing } = mentions;
  if (found.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center justify-center gap-2">
      <span>{`${formatInstanceCount(found.length)} ${found.length === 1 ? 'is' : 'are'} named in this text.`}</span>
      <Button variant="primary" disabled={!isCurrent} onClick={() => selectInstances(model, found, missing)}>
        {found.length === 1 ? 'Select it' : 'Select them'}
      </Button>
    </p>
  );
}
