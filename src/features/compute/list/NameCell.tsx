import { CopyButton } from '../../../ui/CopyButton.tsx';
import { useZone } from '../../../ui/zone.tsx';
import type { RowMark, RowState } from '../deletion/deletionMarks.ts';
import { deletionStates, stillListedSentence } from '../deletion/outcomes.tsx';
import type { InstanceRow, RowActions } from '../instanceRow.ts';
import { isPlainName, SafeName } from '../SafeName.tsx';

type Props = {
  row: InstanceRow;
  state: RowState;
  actions: RowActions;
  /** The row is pointed at or has the focus: what can be copied says so. */
  isNear: boolean;
};

/** The name, which opens the details, over the id and what is going on with it: nothing ever takes the name's room. */
export function NameCell({ row, state, actions, isNear }: Props) {
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        dir="auto"
        onClick={() => actions.onShow(row)}
        title={row.label}
        className="block max-w-full truncate rounded-sm text-left font-medium compact:leading-4 underline-offset-2 hover:underline"
      >
        {isPlainName(row.label) ? row.label : <SafeName name={row.label} />}
      </button>
      <SecondLine row={row} state={state} isNear={isNear} />
    </>
  );
}

function SecondLine({ row, state, isNear }: Omit<Props, 'actions'>) {
  const { mark, isProtected, names } = state;
  const text = secondText(row);
  if (mark === null && !isProtected && names === null && !row.isDuplicate && !isNear) return text;
  return (
    <span className="flex min-w-0 items-center text-small leading-4 text-muted">
      {isProtected && (
        <span title="On this device" className="mr-1.5 rounded-sm border border-line-control px-1">
          Protected
        </span>
      )}
      {mark !== null && <RowMarkTag mark={mark} />}
      {names !== null && (
        <span
          title={`The record names a different ${names}`}
          className="mr-1.5 max-w-full shrink-0 truncate rounded-sm border border-danger-line bg-danger-soft px-1 text-danger"
        >
          Different {names}
        </span>
      )}
      {row.isDuplicate && (
        <span
          title="Several records have this ID"
          className="mr-1.5 max-w-full shrink-0 truncate rounded-sm border border-notice-line bg-notice-soft px-1 text-notice"
        >
          Duplicate ID
        </span>
      )}
      {text}
      {isNear && row.id !== null && row.id !== row.label && (
        <CopyButton variant="row" text={row.id} label="Copy ID" />
      )}
    </span>
  );
}

const textLook = 'block truncate text-small leading-4 text-muted';

function secondText(row: InstanceRow) {
  if (row.id !== row.label)
    return (
      <bdi className={`${textLook} font-mono`} title={row.id ?? undefined}>
        {row.id === null || isPlainName(row.id) ? (row.id ?? 'No usable ID') : <SafeName name={row.id} />}
      </bdi>
    );
  // A name that others have too stands below the id, which is then what tells them apart.
  if (!row.name?.trim() || row.name === row.label) return null;
  return (
    <span className={textLook} title={row.name}>
      <SafeName name={row.name} />
    </span>
  );
}

/** What is going on with a row's deletion, in a few words; the rest is in the tooltip and above the list. */
function RowMarkTag({ mark }: { mark: RowMark }) {
  const zone = useZone();
  const outcome = 'entry' in mark ? mark.entry.outcome : null;
  const word =
    mark.kind === 'elsewhere'
      ? elsewhere[mark.entry.sentAt === null ? 'waiting' : 'sending']
      : mark.kind === 'still-listed'
        ? stillListedSentence(mark.tombstone, zone, Date.now())
        : deletionStates[outcome?.kind ?? 'sending'].word;
  return (
    <span
      title={outcome?.reason ?? word}
      className={`mr-1.5 max-w-full shrink-0 truncate rounded-sm border px-1 leading-4 ${looks[mark.kind]}`}
    >
      {word}
    </span>
  );
}

const elsewhere = { waiting: 'Waiting in another tab', sending: 'Being deleted in another tab' };
const notice = 'border-notice-line bg-notice-soft text-notice';
const danger = 'border-danger-line bg-danger-soft text-danger';

const looks: Record<RowMark['kind'], string> = {
  deleting: 'border-line-strong text-muted',
  elsewhere: 'border-line-strong text-muted',
  unknown: notice,
  'still-listed': notice,
  mismatch: danger,
  failed: danger,
};
