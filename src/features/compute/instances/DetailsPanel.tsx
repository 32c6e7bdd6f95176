import { Fragment } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Modal } from '../../../ui/Modal.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { outcomeSentence } from '../journal/outcomeSentence.ts';
import type { RowState } from '../journal/RowState.ts';
import { SafeName } from '../names/SafeName.tsx';
import { fieldsOf } from './fieldsOf.ts';
import type { InstanceRow } from './InstanceRow.ts';
import type { RowActions } from './RowActions.ts';
import { undeletableReason } from './undeletableReason.ts';

type Props = {
  /** null where no row of the list is at this address. */
  row: InstanceRow | null;
  state: RowState | null;
  actions: RowActions;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
};

/** Every field of a record and of its workspace, unknown ones too, as they came. */
export function DetailsPanel({ row, state, actions, onClose, finalFocus }: Props) {
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
  const outcome = mark === null || mark.kind === 'elsewhere' ? null : mark.entry.outcome;
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
        In the database <bdi className="text-text">{row.databaseName}</bdi>
        {record === null && ' · added by hand, not listed by the service'}
      </p>
      {(reason !== null || outcome !== null) && (
        <div className="mt-4 grid gap-2">
          {reason !== null && (
            <Notice tone="info" title="It can’t be deleted now">
              <p>{reason}</p>
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
        {fieldsOf(row).map(({ name, value }) => (
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
              <bdi className="min-w-0 wrap-anywhere">
                {value === '' ? <i>empty</i> : (value ?? 'not provided')}
              </bdi>
              {value !== null && value !== '' && <CopyButton text={value} label={`Copy ${name}`} />}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button onClick={() => actions.onProtect(row, !isProtected)}>
          {isProtected ? 'Remove the protection' : 'Protect on this device'}
        </Button>
        {row.source !== 'listed' && (
          <Button
            onClick={() => {
              actions.onForget(row);
              onClose();
            }}
          >
            Forget
          </Button>
        )}
        <CopyButton text={json} label="Copy as JSON" look="button" />
        <Button onClick={onClose}>Close</Button>
      </div>
    </Modal>
  );
}
