type Props = { name: string; checked: boolean; onCheck: (checked: boolean) => void; disabled: boolean };

/** The confirmation of those who chose to tick a box instead of typing; it names what is deleted all the same. */
export function ConfirmCheck({ name, checked, onCheck, disabled }: Props) {
  return (
    <label className="flex items-start gap-2.5 rounded-md border border-line-strong px-3 py-2">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onCheck(event.target.checked)}
        disabled={disabled}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span className="min-w-0 wrap-anywhere">
        Delete <bdi className="font-medium">{name}</bdi> and all its data
      </span>
    </label>
  );
}
