import { useCopy } from './useCopy.ts';

type Props = {
  text: string;
  /** The accessible name: "Copy ID". */
  label: string;
};

/**
 * Copies a text out of a row of a list. Seen when its row is pointed at, left out of the Tab order, where a list would
 * have hundreds, and drawn by its styles alone: a list draws hundreds of it at once.
 */
export function RowCopyButton({ text, label }: Props) {
  const { state, copy } = useCopy();
  const word = state === 'copied' ? 'Copied' : state === 'failed' ? 'Could not copy' : label;
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={word}
      title={word}
      data-state={state}
      onClick={() => copy(text)}
      className="row-copy"
    />
  );
}
