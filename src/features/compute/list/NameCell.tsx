import type { ReactElement } from 'react';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { isPlainName, SafeName } from '../../../ui/SafeName.tsx';
import { type Tone, toneInk, toneSurface } from '../../../ui/tones.ts';
import { useZone } from '../../../ui/usePreferences.ts';
import { useComputeActions } from '../computeActions.ts';
import { deletionTag } from '../deletion/outcomes.tsx';
import type { RowState } from '../deletion/rowStatus.ts';
import type { InstanceRow } from '../instanceRow.ts';
import { type RowView, tableRoles, textCell } from './cells.tsx';

/** The name above the ID. */
export function nameCell(view: RowView): ReactElement {
  return (
    <td {...tableRoles.cell} className="overflow-hidden px-2">
      <NameLines view={view} hasTags={!view.hasStatusColumn} />
    </td>
  );
}

/** The name, which opens the details, above the ID. */
export function NameLines({ view, hasTags }: { view: RowView; hasTags: boolean }) {
  const { row, state, isActive } = view;
  const { showDetails } = useComputeActions();
  const text = <SecondText row={row} />;
  const showsTags = hasTags && isTagged(view);
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        dir="auto"
        onClick={() => showDetails(row)}
        title={row.label}
        className="block max-w-full truncate rounded-sm text-left font-medium compact:leading-4 underline-offset-2 hover:underline"
      >
        {isPlainName(row.label) ? row.label : <SafeName name={row.label} />}
      </button>
      {showsTags || isActive ? (
        <span className="flex min-w-0 items-center gap-1.5 text-small leading-4 whitespace-nowrap text-muted">
          {showsTags && <Tags row={row} state={state} />}
          {text}
          {isActive && row.id !== null && row.id !== row.label && (
            <CopyButton variant="row" text={row.id} label="Copy ID" />
          )}
        </span>
      ) : (
        text
      )}
    </>
  );
}

/** The second line of a row. It shows the ID, or the name if the label is already the ID. */
function SecondText({ row }: { row: InstanceRow }) {
  const style = 'block truncate text-small leading-4 text-muted';
  if (row.id !== row.label)
    return (
      <bdi className={`${style} font-mono`} title={row.id ?? undefined}>
        {row.id === null || isPlainName(row.id) ? (row.id ?? 'No usable ID') : <SafeName name={row.id} />}
      </bdi>
    );
  if (!row.name?.trim() || row.name === row.label) return null;
  return (
    <span className={style} title={row.name}>
      <SafeName name={row.name} />
    </span>
  );
}

/** The status of the instance. The state of a deletion takes its place, other tags are below it. */
export function statusCell({ row, state }: RowView): ReactElement {
  const status = textCell(row.record?.status, 'status-text pl-5.5');
  if (!isTagged({ row, state })) return status;
  return (
    <td {...tableRoles.cell} className="overflow-hidden px-2 text-small leading-4">
      {state.status === null && <StatusText text={row.record?.status} />}
      <Tags row={row} state={state} />
    </td>
  );
}

/** The status on a card. */
export function StatusLine({ view: { row, state } }: { view: RowView }) {
  return (
    <span className="flex items-center gap-1.5">
      {state.status === null && <StatusText text={row.record?.status} />}
      <Tags row={row} state={state} />
    </span>
  );
}

function StatusText({ text }: { text: string | null | undefined }) {
  return (
    text && (
      <bdi className="status-text block truncate" data-value={text}>
        {text}
      </bdi>
    )
  );
}

function isTagged({ row, state }: Pick<RowView, 'row' | 'state'>): boolean {
  return state.status !== null || state.isProtected || state.mismatchedField !== null || row.isDuplicate;
}

/** The facts to know before deleting the row, in a few words each. */
function Tags({ row, state }: { row: InstanceRow; state: RowState }) {
  const { status, isProtected, mismatchedField } = state;
  const zone = useZone();
  return (
    <>
      {status !== null && <Tag {...deletionTag(status, zone, Date.now())} />}
      {isProtected && <Tag text="Protected" title="Protected on this device" />}
      {mismatchedField !== null && (
        <Tag
          tone="danger"
          text={`Different ${mismatchedField}`}
          title={`The record names a different ${mismatchedField}`}
        />
      )}
      {row.isDuplicate && <Tag tone="notice" text="Duplicate ID" title="Several records have this ID" />}
    </>
  );
}

type TagProps = { text: string; title?: string | undefined; tone?: Tone | undefined };

/** A few words in a frame. Long ones break into two lines, unless the text around them doesn't wrap. */
function Tag({ text, title = text, tone }: TagProps) {
  const color =
    tone === undefined ? 'border-line-strong text-muted' : `${toneSurface[tone]} ${toneInk[tone]}`;
  return (
    <span
      title={title}
      className={`line-clamp-2 w-fit max-w-full shrink-0 rounded-sm border px-1 leading-3.5 ${color}`}
    >
      {text}
    </span>
  );
}
