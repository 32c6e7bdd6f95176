import { Download } from 'lucide-react';
import { useRef } from 'react';
import { Dropdown, DropdownItem } from './Dropdown.tsx';
import { useResults } from './results.tsx';

/**
 * Offers a file to save and returns its name. All exports are named and encoded here.
 * @param words parts of the name, joined by hyphens. Of each part, 80 characters are kept and characters other than
 *   letters, digits, dots and underscores become hyphens, so that no workspace slug can change the folder or extension.
 * @param text written as UTF-8. CSV starts with a byte-order mark, because spreadsheets need it.
 */
export function saveFile(words: readonly string[], format: 'csv' | 'json', text: string): string {
  const name = `${words.map(cleaned).filter(Boolean).join('-')}.${format}`;
  const [type, mark] = format === 'csv' ? ['text/csv;charset=utf-8', '\uFEFF'] : ['application/json', ''];
  const url = URL.createObjectURL(new Blob([mark, text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has started the download by then. Without this, the file would stay in memory.
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

type ExportItemsProps = {
  save: (format: 'json' | 'csv') => Promise<string>;
  onPrint?: (() => void) | undefined;
};

/** The "Export" menu of a list. It exports exactly the rows that the filters show. */
export function ExportMenu({ disabled = false, ...items }: ExportItemsProps & { disabled?: boolean }) {
  return (
    <Dropdown
      disabled={disabled}
      label={
        <>
          <Download size={16} aria-hidden="true" className="text-muted max-lg:hidden" />
          Export
        </>
      }
    >
      <ExportItems {...items} />
    </Dropdown>
  );
}

export function ExportItems({ save, onPrint }: ExportItemsProps) {
  const run = useExport();
  return (
    <>
      {(['json', 'csv'] as const).map((format) => (
        <DropdownItem key={format} onClick={() => void run(() => save(format))}>
          Export as {format.toUpperCase()}
        </DropdownItem>
      ))}
      {onPrint && <DropdownItem onClick={onPrint}>Print</DropdownItem>}
    </>
  );
}

/** Runs one export at a time and announces its result. Its code may fail to load, offline or after a release. */
function useExport() {
  const { show } = useResults();
  const isRunning = useRef(false);
  return async function run(save: () => Promise<string>) {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      show({ id: 'export', content: `Saved ${await save()}.`, isTransient: true });
    } catch {
      show({ id: 'export', content: <span role="alert">{failureSentence}</span> });
    } finally {
      isRunning.current = false;
    }
  };
}

const failureSentence = 'Export failed. Check your connection and try again, or reload the page.';
