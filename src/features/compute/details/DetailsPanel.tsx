import { Fragment } from 'react';
import { isJsonObject } from '../../../api/json.ts';
import { useSession } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { Modal } from '../../../ui/Modal.tsx';
import { Notice } from '../../../ui/notices.tsx';
import { useZone } from '../../../ui/zone.tsx';
import type { RowState } from '../deletion/deletionMarks.ts';
import { outcomeSentence, stillListedSentence } from '../deletion/outcomes.tsx';
import { type InstanceRow, otherPlaces, type RowActions, undeletableReason } from '../instanceRow.ts';
import { SafeName } from '../SafeName.tsx';

type DetailsPanelProps = {
  /** null where no row of the list is at this address. */
  row: InstanceRow | null;
  state: RowState | null;
  actions: RowActions;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
};

/** Every field of a record and of its workspace, unknown ones too, as they came. */
export function DetailsPanel({ row, state, actions, onClose, finalFocus }: DetailsPanelProps) {
  const { workspaceSlug } = useSession();
  const zone = useZone();
  if (row === null || state === null)
    return (
      <Modal kind="dialog" title="This instance is not in the list" onClose={onClose} finalFocus={finalFocus}>
        <p className="mt-2 text-muted">
          It may have been deleted, or its database is not among those listed here.
        </p>
        <div className="mt-5 flex justify-end">
          <Button onClick={onClose}>Close</Button>
        </div>
      </Modal>
    );
  const { record } = row;
  const { isProtected, mark } = state;
  const reason = undeletableReason(row, state);
  const outcome = mark !== null && 'entry' in mark ? mark.entry.outcome : null;
  const isStillListed = mark?.kind === 'still-listed';
  const json = JSON.stringify(
    record?.raw ?? { databaseName: row.databaseName, id: row.id, name: row.name },
    null,
    2,
  );
  return (
    <Modal
      kind="dialog"
      width="wide"
      title={<SafeName name={row.label} whole />}
      onClose={onClose}
      finalFocus={finalFocus}
    >
      <p className="mt-0.5 text-muted">
        In the database{' '}
        <span className="text-text">
          <SafeName name={row.databaseName} whole />
        </span>
        {record === null && ' · added by hand, not listed by the service'}
      </p>
      <RowWarnings row={row} workspaceSlug={workspaceSlug} />
      {(reason !== null || outcome !== null || isStillListed) && (
        <div className="mt-4 grid gap-2">
          {reason !== null && (
            <Notice tone="info" title="It can’t be deleted now">
              <p>{reason}</p>
            </Notice>
          )}
          {isStillListed && (
            <Notice tone="notice" title={stillListedSentence(mark.tombstone, zone, Date.now())}>
              <p>
                The service had ten minutes to take it off its list. Delete it once more, or ask the service
                why.
              </p>
            </Notice>
          )}
          {outcome !== null && (
            <Notice tone="notice" title={outcomeSentence(outcome.kind, row.label)}>
              <p>
                <bdi>{outcome.reason}</bdi>
              </p>
            </Notice>
          )}
        </div>
      )}
      <dl className="mt-4 grid divide-y divide-line border-y border-line">
        {fieldsOf(row).map(({ name, value, isDate }) => (
          <div
            key={name}
            className="grid grid-cols-[minmax(0,6.5rem)_minmax(0,1fr)] sm:grid-cols-[minmax(0,15rem)_minmax(0,1fr)] items-start gap-3 py-1.5"
          >
            <dt className="text-muted wrap-anywhere">
              {name.split(/(?<=[._])/).map((part, at) => (
                <Fragment key={`${part}${name.slice(0, at)}`}>
                  {part}
                  <wbr />
                </Fragment>
              ))}
            </dt>
            <dd
              className={`flex items-start justify-between gap-3 ${value === null ? 'text-muted' : 'font-mono text-small leading-5'}`}
            >
              <div className="min-w-0">
                <bdi className="wrap-anywhere">{value === '' ? <i>empty</i> : (value ?? 'not provided')}</bdi>
                {isDate && value && (
                  <span className="block font-sans text-muted">
                    <DateText iso={value} />
                  </span>
                )}
              </div>
              {value !== null && value !== '' && <CopyButton text={value} label={`Copy ${name}`} />}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button onClick={() => actions.onProtect(row, !isProtected)}>
          {isProtected ? 'Turn off protection' : 'Protect on this device'}
        </Button>
        {row.source !== 'listed' && (
          <Button
            onClick={() => {
              actions.onForget(row);
              onClose();
            }}
          >
            Remove from list
          </Button>
        )}
        <CopyButton text={json} label="Copy as JSON" variant="button" />
        <Button onClick={onClose}>Close</Button>
      </div>
    </Modal>
  );
}

/** Warns if the record names a different workspace or database, or shares its ID with another record. */
export function RowWarnings({ row, workspaceSlug }: { row: InstanceRow; workspaceSlug: string }) {
  return (
    <>
      {otherPlaces(row, workspaceSlug).map(({ kind, listed, named }) => (
        <div key={kind} className="mt-3">
          <Notice tone="danger" title={`This record names a different ${kind}.`}>
            <p>
              It’s listed in <bdi>{listed}</bdi>, but the record says <bdi>{named}</bdi>. Find out why before
              you delete it.
            </p>
          </Notice>
        </div>
      ))}
      {row.isDuplicate && (
        <div className="mt-3">
          <Notice tone="notice" title="Several records have this ID.">
            <p>
              The service lists more than one record with this ID in <bdi>{row.databaseName}</bdi>. Only one
              of them is shown. Find out why before you delete it.
            </p>
          </Notice>
        </div>
      )}
    </>
  );
}

/** `isDate`: section 2 of the service document calls it a date-time. */
export type ShownField = { name: string; value: string | null; isDate: boolean };

const documented = ['id', 'name', 'expandable', 'apiHost', 'created', 'deleted', 'dbHost', 'sharded'];
const documentedOfWorkspace = ['name', 'slug', 'id', 'payments_customer_id', 'created'];
const dates = ['created', 'deleted', 'workspace.created'];

/**
 * The fields of a row as texts: the documented ones (section 2) always, missing ones as null, and after them whatever
 * else the record holds, as it came.
 */
function fieldsOf(row: InstanceRow): ShownField[] {
  const raw = row.record?.raw ?? { id: row.id, name: row.name };
  const workspace = isJsonObject(raw.workspace) ? raw.workspace : {};
  const others = Object.keys(raw).filter((name) => !documented.includes(name) && !isShownBelow(name, raw));
  return [
    ...documented.map((name) => shown(name, raw[name])),
    ...others.map((name) => shown(name, raw[name])),
    ...named(workspace).map((name) => shown(`workspace.${name}`, workspace[name])),
  ];
}

function isShownBelow(name: string, raw: Readonly<Record<string, unknown>>): boolean {
  return name === 'workspace' && isJsonObject(raw.workspace);
}

function named(workspace: Record<string, unknown>): string[] {
  return [...new Set([...documentedOfWorkspace, ...Object.keys(workspace)])];
}

function shown(name: string, value: unknown): ShownField {
  const isDate = dates.includes(name);
  if (value === undefined || value === null) return { name, value: null, isDate };
  return { name, value: typeof value === 'string' ? value : JSON.stringify(value), isDate };
}
