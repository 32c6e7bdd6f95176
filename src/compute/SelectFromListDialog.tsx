import { type SubmitEvent, useDeferredValue, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatNumber } from '../format/text.ts';
import { paths } from '../paths.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions, DialogDescription } from '../ui/Dialog.tsx';
import { TextArea } from '../ui/fields.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { findNamedInstances, formatNamedCounts, type NamedInstances } from './findNamedInstances.ts';
import { formatInstanceCount } from './instanceRow.ts';
import type { InstanceListQuery } from './listCheck.ts';
import { findFocus } from './tableView.ts';
import { useCompute } from './useInstanceTable.ts';

const maxShownProblems = 100;

export function SelectFromListDialog({ onClose }: { onClose: () => void }) {
  const { instances, table } = useCompute();
  const [text, setText] = useState('');
  // A text may be long, so it is read after the field shows it.
  const readText = useDeferredValue(text);
  const named = useMemo(() => findNamedInstances(readText, instances.rows), [readText, instances.rows]);
  const hasSelected = useRef(false);
  const canSelect = named.found.length > 0 && readText === text;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!canSelect) return;
    hasSelected.current = true;
    table.setSelected(named.found, true);
    onClose();
  }
  return (
    <Dialog
      kind="wide-dialog"
      title="Select from list"
      onClose={onClose}
      focus={{ final: () => (hasSelected.current ? findFocus(null) : null) }}
    >
      <DialogDescription>
        <span className="text-muted">
          Names or IDs of instances, one per line or separated by commas. Nothing is deleted.
        </span>
      </DialogDescription>
      <IncompleteLists lists={instances.lists} />
      <form onSubmit={submit} noValidate className="mt-3">
        <TextArea
          label="Names or IDs"
          rows={8}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div role="status" className="mt-3 text-control">
          {readText.trim() !== '' && <Answer named={named} />}
        </div>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!canSelect}>
            {`Select ${formatInstanceCount(named.found.length)}`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function Answer({ named }: { named: NamedInstances }) {
  const { workspace } = useSession();
  const { problems } = named;
  const hidden = problems.length - maxShownProblems;
  return (
    <>
      <p className="font-semibold">{formatNamedCounts(named)}</p>
      <ul className="mt-1.5 max-h-[30dvh] overflow-y-auto border-t border-line pt-1 empty:hidden">
        {problems.slice(0, maxShownProblems).map(({ kind, piece, reason }) => (
          <li key={`${kind} ${piece}`} className="flex flex-wrap justify-between gap-x-4 py-0.5">
            <span className="min-w-0">
              <SafeName name={piece.slice(0, 120)} whole />
            </span>
            <span className="text-muted">
              <bdi>{reason}</bdi>
              {kind === 'missing' && !/\s/.test(piece) && (
                <>
                  {' · '}
                  <Link
                    to={`${paths.screen('activity', workspace)}?${new URLSearchParams({ q: piece.slice(0, 300) })}`}
                    className="text-accent hover:underline"
                  >
                    Was it deleted?
                  </Link>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className="text-muted">{`and ${formatNumber(hidden)} more`}</p>}
    </>
  );
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
