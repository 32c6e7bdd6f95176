import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatNumber, toBidiIsolatedText } from '../format/text.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions, DialogDescription } from '../ui/Dialog.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { type FindingKind, findMentions } from './findMentions.ts';
import { formatInstanceCount, type RowWithId } from './instanceRow.ts';
import type { InstanceListQuery } from './listCheck.ts';
import { MarkedTextArea } from './MarkedTextArea.tsx';
import { MentionResult } from './MentionResult.tsx';
import { findFocusAfterSelection } from './tableView.ts';
import { useCompute } from './useInstanceTable.ts';

export function SelectFromListDialog({ onClose }: { onClose: () => void }) {
  const { instances, table } = useCompute();
  const [text, setText] = useState('');
  /** Keys of the chosen instances, by the text that is the name of several. */
  const [choices, setChoices] = useState<ReadonlyMap<string, string>>(new Map());
  const { mentions, listOf, readText, isCurrent, select } = useMentions(text);
  const hasSelected = useRef(false);
  const chosen = listOf('ambiguous').flatMap(({ text: name, rows }) =>
    rows.filter(({ key }) => key === choices.get(name)),
  );
  const found = listOf('found').flatMap(({ rows }) => rows);
  const newRows = [...new Set([...found, ...chosen])].filter(({ key }) => !table.selected.has(key));

  function selectAndClose() {
    hasSelected.current = true;
    select(newRows);
    onClose();
  }
  return (
    <Dialog
      kind="wide-dialog"
      title="Select from list"
      onClose={onClose}
      focus={{ final: () => (hasSelected.current ? findFocusAfterSelection() : null) }}
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
          {table.selected.size === 0
            ? `Select ${formatInstanceCount(newRows.length)}`
            : `Add ${formatNumber(newRows.length)} to ${formatNumber(table.selected.size)} selected`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** A text may be long, so it is read after the field shows it. `isCurrent` is false until then. */
function useMentions(text: string) {
  const { workspace } = useSession();
  const { instances, table } = useCompute();
  const { rows, byRow } = instances;
  const readText = useDeferredValue(text);
  const mentions = useMemo(
    () => findMentions(readText, rows, { byRow, workspace }),
    [readText, rows, byRow, workspace],
  );
  const listOf = (kind: FindingKind) => mentions.findings.filter((finding) => finding.kind === kind);
  function select(selectedRows: readonly RowWithId[]) {
    const missing = listOf('missing').map((each) => each.text);
    table.setSelected(selectedRows, true, missing);
    table.showOnly([...table.selected.keys(), ...selectedRows.map(({ key }) => key)]);
  }
  return { mentions, listOf, readText, isCurrent: readText === text, select };
}

function IncompleteLists({ lists }: { lists: readonly InstanceListQuery[] }) {
  return lists
    .filter(({ query }) => query.data?.isComplete !== true)
    .map(({ databaseName }) => (
      <p key={databaseName} role="alert" className="mt-2 text-control text-notice">
        <SafeName name={databaseName ?? 'The list'} whole />
        <span> isn't loaded completely, so some of its instances can't be found.</span>
      </p>
    ));
}

/** For a ticket that was pasted into the search. One word is a search for a name that isn't listed. */
export function SelectNamedInSearch({ text }: { text: string }) {
  const hasSeveralWords = /\S\s+\S/.test(text);
  const { mentions, listOf, isCurrent, select } = useMentions(hasSeveralWords ? text : '');
  const found = listOf('found').flatMap(({ rows }) => rows);
  if (found.length === 0) return null;
  const [verb, them] = found.length === 1 ? ['is', 'it'] : ['are', 'them'];
  const missing = listOf('missing').map((each) => toBidiIsolatedText(each.text));
  const otherCount = mentions.findings.length - found.length - missing.length;
  const sentence = [
    `${formatInstanceCount(found.length)} ${verb} named in this text`,
    missing.length > 0 &&
      `${formatNumber(missing.length)} ${missing.length === 1 ? "isn't" : "aren't"} in the list (${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ', …' : ''})`,
    otherCount > 0 && `${formatNumber(otherCount)} can't be selected here`,
  ].filter(Boolean);
  return (
    <p className="flex flex-wrap items-center justify-center gap-2">
      <span>{`${sentence.join(', ')}.`}</span>
      <Button
        variant="primary"
        disabled={!isCurrent}
        onClick={() => {
          // The button leaves with the search, and the bar exists once the selection is rendered.
          flushSync(() => select(found));
          findFocusAfterSelection()?.focus();
        }}
      >
        {`Select ${them}`}
      </Button>
    </p>
  );
}
