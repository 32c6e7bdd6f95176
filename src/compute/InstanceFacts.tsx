import { Fragment, type ReactNode, useMemo } from 'react';
import { findTextHazard, toBidiIsolatedText, toVisibleText } from '../format/text.ts';
import { dayMs, type EpochMs, formatInstant, parseInstant } from '../format/time.ts';
import { hasSucceeded, type Protection } from '../rules/deletion.ts';
import { formatRegion } from '../rules/instanceRecord.ts';
import { foldCase } from '../rules/text.ts';
import { useConfig } from '../session/pageData.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { DateText, useServerMinute } from '../ui/DateText.tsx';
import { DialogDescription } from '../ui/Dialog.tsx';
import { Notice } from '../ui/notices.tsx';
import { NameWarning, SafeName } from '../ui/SafeName.tsx';
import type { InstanceRow, RowWithId } from './instanceRow.ts';
import { type InstancesState, useInstances } from './useInstances.ts';

export function FactList({ children }: { children: ReactNode }) {
  return (
    <dl className="mt-3 grid grid-cols-[5.25rem_minmax(0,1fr)] gap-x-3 gap-y-1 rounded-md bg-sunken px-3.5 py-2.5 text-control [&>div]:contents">
      {children}
    </dl>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div>
      <dt className="text-muted wrap-anywhere">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">
        {typeof children === 'string' ? <bdi>{children}</bdi> : children}
      </dd>
    </div>
  );
}

/** In the order of the details. A `Map`, because a record can have a field such as "constructor". */
const fieldLabels = new Map([
  ['status', 'Status'],
  ['id', 'ID'],
  ['name', 'Name'],
  ['databaseName', 'Database'],
  ['region', 'Region'],
  ['created', 'Created'],
  ['expandable', 'Expandable'],
  ['sharded', 'Sharded'],
  ['apiHost', 'API host'],
  ['dbHost', 'Database host'],
]);
const identifying = ['name', 'id', 'databaseName', 'region', 'created'];
const shownElsewhere = new Set(['workspace', 'instanceId', 'instanceName', 'database']);

export function InstanceFacts({ row, isWhole = false }: { row: InstanceRow; isWhole?: boolean }) {
  const { id, name, record, databaseName, protection } = row;
  const { raw = {}, ...decoded } = record ?? {};
  const values = new Map(Object.entries<unknown>({ ...decoded, ...raw, id, name, databaseName }));
  if (values.get('deleted') === null) values.delete('deleted');
  if (name === row.label) values.delete('name');
  const fields = isWhole ? [...new Set([...fieldLabels.keys(), ...values.keys()])] : identifying;
  return (
    <FactList>
      <Fact name="Protected">{isWhole && protection && describeProtection(protection)}</Fact>
      {fields
        .filter((field) => values.has(field) && !shownElsewhere.has(field))
        .map((field) => ({ field, label: toVisibleText(fieldLabels.get(field) ?? field) }))
        .map(({ field, label }) => (
          <Fact key={field} name={label}>
            <FieldValue name={field} value={values.get(field)} copyLabel={isWhole ? `Copy ${label}` : null} />
          </Fact>
        ))}
    </FactList>
  );
}

function describeProtection({ actor, setAt, reason }: Protection): string {
  const by = toBidiIsolatedText(actor);
  return `by ${by}, since ${formatInstant(setAt)}${reason && `: ${toBidiIsolatedText(reason)}`}`;
}

type FieldProps = { name: string; value: unknown; copyLabel: string | null };

function FieldValue({ name, value, copyLabel }: FieldProps) {
  if (value === null) return <span className="text-faint">not provided</span>;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (name === 'created' || name === 'deleted') return <DateText iso={text} isWhole />;
  if (name === 'status')
    return (
      <bdi translate="no" className="enumeration">
        {text}
      </bdi>
    );
  if (!/id$|host$|region$/i.test(name)) return <SafeName name={text} />;
  return (
    <span className="flex items-center justify-between gap-2">
      <span title={text} className={`min-w-0 ${name === 'region' ? '' : 'font-mono text-small leading-5'}`}>
        <DottedText text={name === 'region' ? formatRegion(text) : text} />
        <NameWarning name={text} />
      </span>
      {copyLabel !== null && (
        <span className="-my-1">
          <CopyButton text={() => text} label={copyLabel} />
        </span>
      )}
    </span>
  );
}

function DottedText({ text }: { text: string }) {
  let offset = 0;
  return text.split(/(?<=\.)/).map((part) => {
    offset += part.length;
    return (
      <Fragment key={offset}>
        <SafeName name={part} hasWarning={false} />
        <wbr />
      </Fragment>
    );
  });
}

export function RowWarnings({ row: { warnings } }: { row: InstanceRow }) {
  return warnings.map(({ mark, tone, text }) => (
    <Notice key={mark} tone={tone} role="note" title={`${mark}.`}>
      {`${text} Find out why before you delete it.`}
    </Notice>
  ));
}

export function FactsBeforeDelete({ rows }: { rows: readonly RowWithId[] }) {
  const { recovery } = useConfig();
  const { rows: listed, rowsByKey, lists } = useInstances();
  const now = useServerMinute();
  // Memoized, because each key would filter all rows again.
  const items = useMemo(() => {
    return rows.map((row) => {
      const current = rowsByKey.get(row.key) ?? row;
      return { row, remarks: findRemarksBeforeDelete(current, { rows: listed, lists }, now) };
    });
  }, [rows, rowsByKey, listed, lists, now]);
  const [first] = items.length === 1 ? items : [];
  // The list may have to be scrolled to those.
  const count = items.filter(({ remarks }) => remarks.length > 0).length;
  return (
    <>
      <DialogDescription>
        <span>
          {first
            ? 'The instance will be queued for deletion. '
            : 'They will be queued for deletion, one after the other, in this order. The first doubt stops the rest. '}
        </span>
        <strong className="font-semibold">{`All ${first ? 'its' : 'their'} data will be deleted.`}</strong>
      </DialogDescription>
      {!first && count > 0 && (
        <p className="mt-2 text-control text-notice">{`${count} ${count === 1 ? 'needs' : 'need'} a look`}</p>
      )}
      {first ? (
        <>
          <div className="mt-3 grid gap-2 empty:hidden">
            <RowWarnings row={first.row} />
          </div>
          <InstanceFacts row={first.row} />
        </>
      ) : (
        <ul
          aria-label="Instances to delete"
          className="mt-2 max-h-[max(7rem,min(17rem,100dvh-34rem))] divide-y divide-line overflow-y-auto rounded-md border border-line bg-surface"
        >
          {items.map(({ row, remarks }) => (
            <li key={row.key} className="flex flex-wrap items-baseline gap-x-3 px-3 py-1 leading-4.5">
              <span className="flex-auto text-control font-medium">
                <SafeName name={row.label} /> {row.id === row.label && <SafeName name={row.name ?? ''} />}
              </span>
              <span className="text-small text-notice empty:hidden">{remarks.join(', ')}</span>
              <span className="max-w-[35%] truncate text-small text-muted">
                <SafeName isCut name={row.databaseName} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2.5 text-control">
        {first?.remarks.map((remark) => (
          <span
            key={remark}
            className="text-notice"
          >{`${remark[0]?.toUpperCase()}${remark.slice(1)}. `}</span>
        ))}
        <span>{recovery ?? "This can't be undone."}</span>
      </p>
    </>
  );
}

const youngMs = 7 * dayMs;

export function findRemarksBeforeDelete(
  { label, record, state, databaseName }: InstanceRow,
  { rows, lists }: Pick<InstancesState, 'rows' | 'lists'>,
  now: EpochMs,
): readonly string[] {
  const created = parseInstant(record?.created ?? '');
  const status = record?.status || 'READY';
  const list = lists.find((each) => each.databaseName === databaseName || each.databaseName === null);
  const isOnly = rows.filter((each) => each.databaseName === databaseName).length === 1;
  const isWhole = record !== null && list?.query.data?.isComplete === true;
  const stage = state?.item.stage;
  return [
    isOnly && isWhole ? `the only listed instance of ${databaseName}` : '',
    created !== null && now - created < youngMs ? 'younger than 7 days' : '',
    foldCase(status) === 'READY' ? '' : `still ${status}`,
    stage === 'gone' ? 'not found earlier' : '',
    hasSucceeded(stage) ? 'still listed after a delete' : '',
    stage === 'unknown' || stage === 'mismatch' ? 'an earlier delete has no clear result' : '',
    findTextHazard(label)?.slice(0, -1) ?? '',
  ].filter(Boolean);
}
