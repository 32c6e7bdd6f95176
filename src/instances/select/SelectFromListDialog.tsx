import { useRef, useState } from 'react';
import { formatNumber } from '../../format/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions, DialogDescription } from '../../ui/Dialog.tsx';
import { SafeName } from '../../ui/SafeName.tsx';
import { formatInstanceCount } from '../instanceRow.ts';
import type { InstanceListQuery } from '../listCheck.ts';
import { findSelectionTarget } from '../table/tableView.ts';
import type { TableModel } from '../table/useInstanceTable.ts';
import type { Instances } from '../useInstances.ts';
import { MarkedTextArea } from './MarkedTextArea.tsx';
import { MentionResult } from './MentionResult.tsx';
import { useMentions } from './useMentions.ts';

type Props = { instances: Instances; model: TableModel; onClose: () => void };

/** Selects the instances that a pasted ticket, e-mail or table names. */
export function SelectFromListDialog({ instances, model, onClose }: Props) {
  const [text, setText] = useState('');
  /** Keys of the chosen instances, by the text that is the name of several. */
  const [choices, setChoices] = useState<ReadonlyMap<string, string>>(new Map());
  const { mentions, readText, isCurrent, select } = useMentions(text, instances, model);
  const hasSelected = useRef(false);
  const chosen = mentions.ambiguous.flatMap(({ text: name, rows }) =>
    rows.filter(({ key }) => key === choices.get(name)),
  );
  const newRows = [...new Set([...mentions.found, ...chosen])].filter(({ key }) => !model.selected.has(key));

  function selectAndClose() {
    hasSelected.current = true;
    select(newRows);
    onClose();
  }
  return (
    <Dialog
      kind="dialog"
      title="Select from list"
      onClose={onClose}
      look={{ width: 'wide', place: 'top' }}
      focus={{ final: () => (hasSelected.current ? findSelectionTarget() : null) }}
    >
      <DialogDescription>
        <span className="text-muted">
          Paste a ticket, an e-mail or a column. Names and IDs of your instances are found in it. Nothing is
          deleted.
        </span>
      </DialogDescription>
      <IncompleteLists lists={instances.lists} />
      <MarkedTextArea
        label="Paste names or IDs"
        text={text}
        onChange={setText}
        markedText={readText}
        marks={mentions.marks}
      />
      <div role="status" className="mt-3">
        {readText.trim() !== '' && (
          <MentionResult
            mentions={mentions}
            choices={choices}
            onChoose={(name, key) => setChoices(new Map([...choices, [name, key]]))}
          />
        )}
      </div>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" disabled={newRows.length === 0 || !isCurrent} onClick={selectAndClose}>
          {model.selected.size === 0
            ? `Select ${formatInstanceCount(newRows.length)}`
            : `Add ${formatNumber(newRows.length)} to ${formatNumber(model.selected.size)} selected`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function IncompleteLists({ lists }: { lists: readonly InstanceListQuery[] }) {
  return lists
    .filter(({ query }) => query.data?.isComplete !== true)
    .map(({ databaseName, query }) => (
      <p
        key={databaseName}
        role={query.isPending ? 'status' : 'alert'}
        className="mt-2 text-control text-notice"
      >
        <SafeName name={databaseName ?? 'The list'} whole />
        <span>{` ${describeIncompleteList(query)}`}</span>
      </p>
    ));
}

function describeIncompleteList({ data, isPending }: InstanceListQuery['query']): string {
  if (isPending) return "is still loading, so its instances can't be found yet.";
  if (data === undefined) return "couldn't be loaded, so its instances can't be found.";
  return "isn't loaded completely, so some of its instances can't be found.";
}
