import { Search } from 'lucide-react';
import { type KeyboardEventHandler, type RefObject, useEffect, useRef } from 'react';
import { boxClass } from './fields.tsx';

type SearchFieldProps = {
  label: string;
  placeholder: string;
  text: string;
  onTextChange: (text: string) => void;
  inputRef?: RefObject<HTMLInputElement | null>;
  id?: string;
  onKeyDown?: KeyboardEventHandler;
  /** The key that focuses it. */
  shortcut?: string;
};

export function SearchField({
  label,
  placeholder,
  text,
  onTextChange,
  shortcut,
  inputRef,
  ...input
}: SearchFieldProps) {
  return (
    <label
      className={`flex min-h-8 min-w-40 items-center gap-2 px-2.5 text-control ${boxClass} border-line-strong text-faint touch:min-h-10`}
    >
      <Search size={15} aria-hidden="true" className="shrink-0" />
      <input
        {...input}
        ref={inputRef}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => onTextChange(event.target.value)}
        className="peer w-full min-w-0 bg-transparent text-text outline-none placeholder:text-faint touch:text-lead"
      />
      {shortcut !== undefined && (
        <span
          aria-hidden="true"
          className="shrink-0 font-mono text-small peer-not-placeholder-shown:hidden touch:hidden"
        >
          {shortcut}
        </span>
      )}
    </label>
  );
}

type CheckboxProps = {
  label: string;
  checked: boolean;
  isMixed?: boolean;
  /** `shift` is true while the Shift key is down, which extends a selection. */
  onToggle: (shift: boolean) => void;
};

export function Checkbox({ label, checked, isMixed = false, onToggle }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  // HTML has no attribute for the mixed state.
  useEffect(() => {
    if (input.current) input.current.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <input
      ref={input}
      type="checkbox"
      aria-label={label}
      checked={checked}
      onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      className="checkbox"
    />
  );
}
