import { Download } from 'lucide-react';
import { useRef } from 'react';
import { Dropdown, DropdownItem } from './Dropdown.tsx';
import { useResults } from './results.tsx';

/**
 * Hands a file to the browser to be saved, and gives its name: the only place where files are named and encoded.
 * @param words make the name, joined by hyphens: what is no letter, digit, dot or underscore becomes one hyphen, and of
 *   each at most 80 characters are kept, so that no slug can lead out of a folder or hide an ending
 * @param parts texts, written as UTF-8 one after the other; a CSV gets the byte-order mark without which spreadsheets take
 *   UTF-8 for something else
 */
export function saveFile(words: readonly string[], format: 'csv' | 'json', parts: readonly string[]): string {
  const name = `${words.map(cleaned).filter(Boolean).join('-')}.${format}`;
  const [type, mark] = format === 'csv' ? ['text/csv;charset=utf-8', ['\uFEFF']] : ['application/json', []];
  const url = URL.createObjectURL(new Blob([...mark, ...parts], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken hold of it by then; kept for ever it would fill the memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return name;
}

function cleaned(word: string): string {
  const plain = word.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}._]+/gu, '-');
  return [...plain]
    .slice(0, 80)
    .join('')
    .replace(/^[-.]+|[-.]+$/g, '');
}

/**
 * Runs an export whose code is fetched with the click, one at a time. Where that code does not come, offline or after a
 * release has replaced it, nothing is saved and the admin is told so.
 */
export function useExport() {
  const { show, dismiss } = useResults();
  const busy = useRef(false);
  return async function run(save: () => Promise<unknown>) {
    if (busy.current) return;
    busy.current = true;
    dismiss(id);
    try {
      await save();
    } catch {
      show({ id, content: <span role="alert">{notSaved}</span> });
    } finally {
      busy.current = false;
    }
  };
}

const id = 'export-failed';
const notSaved =
  'Nothing was saved: the export did not load. Check the connection and try again; if it fails again, reload the page.';

/** Saves what is shown in the format that is chosen. `save` fetches the code that writes it. */
export function ExportMenu({ save }: { save: (format: 'json' | 'csv') => Promise<unknown> }) {
  const run = useExport();
  return (
    <Dropdown
      label={
        <>
          <Download size={16} aria-hidden="true" className="text-muted max-lg:hidden" />
          Export
        </>
      }
    >
      {(['json', 'csv'] as const).map((format) => (
        <DropdownItem key={format} onClick={() => void run(() => save(format))}>
          Export as {format.toUpperCase()}
        </DropdownItem>
      ))}
    </Dropdown>
  );
}
