import { Fragment } from 'react';
import { useSession } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { Modal } from '../../../ui/Modal.tsx';
import { Notice } from '../../../ui/notices.tsx';
import { useZone } from '../../../ui/usePreferences.ts';
import { useComputeActions } from '../computeActions.ts';
import { outcomeSentence, stillListedSentence } from '../deletion/outcomes.tsx';
import { deleteBlockedReason } from '../deletion/rowStatus.ts';
import { type InstanceRow, indexOfKey } from '../instanceRow.ts';
import { tabbableRow } from '../list/rowFocus.ts';
import { useTableView } from '../list/tableView.ts';
import { RowWarnings } from '../RowWarnings.tsx';
import { SafeName } from '../SafeName.tsx';
import { useLoadedInstances } from '../useInstances.ts';
import { recordFields } from './recordFields.ts';

/** The details of the instance in the URL: every field of its record, also unknown ones. */
export function DetailsPanel({ rowKey }: { rowKey: string }) {
  const { rows, reads, isLogReady } = useLoadedInstances();
  const [, changeView] = useTableView();
  const onClose = () => changeView({ details: null });
  const row = rows[indexOfKey(rows, rowKey)];
  if (row !== undefined) return <InstanceDetails row={row} onClose={onClose} />;
  // The instance may be in a list that is still loading.
  if (!isLogReady || reads.some(({ read }) => read.isPending)) return null;
  return (
    <Modal kind="dialog" title="Instance not found" onClose={onClose}>
      <p className="mt-2 text-muted">It may have been deleted, or its database isn’t shown.</p>
      <div className="mt-5 flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Modal>
  );
}

function InstanceDetails({ row, onClose }: { row: InstanceRow; onClose: () => void }) {
  const { workspaceSlug } = useSession();
  const { getRowState } = useLoadedInstances();
  const { setProtected, removeFromList } = useComputeActions();
  const zone = useZone();
  const state = getRowState(row);
  const { record } = row;
  const { isProtected, status } = state;
  const reason = deleteBlockedReason(row, state);
  const outcome = status !== null && 'entry' in status ? status.entry.outcome : null;
  const isStillListed = status?.kind === 'still-listed';
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
      finalFocus={() => tabbableRow(row.key)}
    >
      <p className="mt-0.5 text-muted">
        In the database{' '}
        <span className="text-text">
          <SafeName name={row.databaseName} whole />
        </span>
        {record === null && ' · added in this browser, not listed by the service'}
      </p>
      <RowWarnings row={row} workspaceSlug={workspaceSlug} />
      {(reason !== null || outcome !== null || isStillListed) && (
        <div className="mt-4 grid gap-2">
          {reason !== null && (
            <Notice tone="info" title="This instance can’t be deleted right now">
              <p>{reason}</p>
            </Notice>
          )}
          {isStillListed && (
            <Notice tone="notice" title={stillListedSentence(status.removal, zone, Date.now())}>
              <p>It should have disappeared within 10 minutes. Delete it again, or contact your operator.</p>
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
        {recordFields(row).map(({ name, value, isDate }) => (
          <div
            key={name}
            className="grid grid-cols-[minmax(0,6.5rem)_minmax(0,1fr)] sm:grid-cols-[minmax(0,15rem)_minmax(0,1fr)] items-start gap-3 py-1.5"
          >
            <dt className="text-muted wrap-anywhere">
              {name.split(/(?<=[._])/).map((part, index, parts) => (
                <Fragment key={parts.slice(0, index + 1).join('')}>
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
        <Button onClick={() => setProtected(row, !isProtected)}>
          {isProtected ? 'Turn off protection' : 'Protect on this device'}
        </Button>
        {row.source !== 'listed' && (
          <Button
            onClick={() => {
              removeFromList(row);
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
