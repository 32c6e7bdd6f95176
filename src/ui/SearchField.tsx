import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

type Props = {
  /** The accessible name, as in "Search regions". */
  label: string;
  placeholder: string;
  /** What the address says. */
  text: string;
  /** Told after every key. */
  onType: (text: string) => void;
  /** Told once typing rests: browsers refuse an address that changes with every key. */
  onRest: (text: string) => void;
};

const restMs = 300;

/** The search field of a list; what it says is kept in the address. */
export function SearchField({ label, placeholder, text, onType, onRest }: Props) {
  const [field, setField] = useState({ typed: text, address: text });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // On another screen the address is no longer this field's to change.
  useEffect(() => () => clearTimeout(timer.current), []);
  // Back, or a link, changed the address: the field follows.
  if (field.address !== text) setField({ typed: text, address: text });

  function type(typed: string) {
    setField({ typed, address: text });
    onType(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onRest(typed), restMs);
  }

  return (
    <label className="flex h-9 min-w-40 flex-1 items-center gap-2 rounded-md border border-line-strong bg-surface px-3 text-muted focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent sm:max-w-72">
      <Search size={16} aria-hidden="true" className="shrink-0" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={field.typed}
        onChange={(event) => type(event.target.value)}
        className="min-w-0 flex-1 bg-transparent text-text outline-none placeholder:text-muted max-md:text-lead"
      />
    </label>
  );
}
