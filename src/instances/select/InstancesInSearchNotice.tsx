import { flushSync } from 'react-dom';
import { Button } from '../../ui/Button.tsx';
import { formatInstanceCount } from '../instanceRow.ts';
import { findSelectionTarget } from '../table/tableView.ts';
import type { TableModel } from '../table/useInstanceTable.ts';
import type { Instances } from '../useInstances.ts';
import { useMentions } from './useMentions.ts';

type Props = { text: string; instances: Instances; model: TableModel };

/** For a ticket that was pasted into the search. One word is a search for a name that isn't listed. */
export function InstancesInSearchNotice({ text, instances, model }: Props) {
  const hasSeveralWords = /\S\s+\S/.test(text);
  const { mentions, isCurrent, select } = useMentions(hasSeveralWords ? text : '', instances, model);
  const { found } = mentions;
  if (found.length === 0) return null;
  const verb = found.length === 1 ? 'is' : 'are';
  return (
    <p className="flex flex-wrap items-center justify-center gap-2">
      <span>{`${formatInstanceCount(found.length)} ${verb} named in this text.`}</span>
      <Button
        variant="primary"
        disabled={!isCurrent}
        onClick={() => {
          // The button leaves with the search, and the bar exists once the selection is rendered.
          flushSync(() => select(found));
          findSelectionTarget()?.focus();
        }}
      >
        {found.length === 1 ? 'Select it' : 'Select them'}
      </Button>
    </p>
  );
}
