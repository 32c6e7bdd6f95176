type Props = {
  label: string;
  checked: boolean;
  isMixed?: boolean;
  /** With the Shift key, a click can extend a selection. */
  onToggle: (shift: boolean) => void;
};

export function Checkbox({ label, checked, isMixed = false, onToggle }: Props) {
  return (
    <input
      // HTML has no attribute for the mixed state.
      ref={(input) => {
        if (input !== null) input.indeterminate = isMixed;
      }}
      type="checkbox"
      aria-label={label}
      checked={checked}
      onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      className="checkbox block size-4 shrink-0 accent-accent-fill"
    />
  );
}
