import type { MouseEvent } from 'react';

type Props = {
  label: string;
  checked: boolean;
  /** Some, not all. */
  mixed?: boolean;
  tabIndex?: number;
  onToggle: (range: boolean) => void;
};

/** A checkbox with a target large enough for a thumb; with Shift it means the whole range. */
export function SelectBox({ label, checked, mixed = false, tabIndex, onToggle }: Props) {
  function toggle(event: MouseEvent<HTMLInputElement>) {
    onToggle(event.shiftKey);
  }
  return (
    <label className="grid size-8 cursor-pointer place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = mixed;
        }}
        tabIndex={tabIndex}
        onClick={toggle}
        onChange={() => undefined}
        className="size-4 accent-accent"
      />
    </label>
  );
}
