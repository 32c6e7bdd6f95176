import { Search } from 'lucide-react';

type Props = {
  /** The accessible name, as in "Search regions". */
  label: string;
  placeholder: string;
  text: string;
  /** Told after every key. */
  onType: (text: string) => void;
  /** Told of the arrow that leads down, out of the field. */
  onDown?: () => void;
};

/** The search field of a list. */
export function SearchField({ label, placeholder, text, onType, onDown }: Props) {
  return (
    <label className="flex h-9 min-w-40 flex-1 max-sm:basis-full items-center gap-2 rounded-md border border-line-strong bg-surface px-3 text-muted focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent sm:max-w-72">
      <Search size={16} aria-hidden="true" className="shrink-0" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || onDown === undefined) return;
          // The key would scroll what has the focus then.
          event.preventDefault();
          onDown();
        }}
        className="min-w-0 flex-1 bg-transparent text-text outline-none placeholder:text-muted max-md:text-lead"
      />
    </label>
  );
}
