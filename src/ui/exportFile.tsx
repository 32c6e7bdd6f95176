import { Download } from 'lucide-react';
import { useRef } from 'react';
import { Dropdown, DropdownItem } from './Dropdown.tsx';
import { useResults } from './results.tsx';

/**
 * Downloads a text as a UTF-8 file and returns the name of the file. CSV starts with a byte-order mark, because spreadsheets
 * need it to read UTF-8.
 * @param nameParts parts of the file name, such as a workspace slug
 */
export function saveFile(nameParts: readonly string[], format: 'csv' | 'json', text: string): string {
  const name = `${nameParts.map(cleanNamePart).filter(Boolean).join('-')}.${format}`;
  const [type, byteOrderMark] =
    format === 'csv' ? ['text/csv;charset=utf-8', '\uFEFF'] : ['application/json', ''];
  const url = URL.createObjectURL(new Blob([byteOrderMark, text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Wait a minute before freeing the memory, because the browser starts the download later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return name;
}

/** Replaces characters such as slashes, which could change the folder, and cuts the text to 80 characters. */
function cleanNamePart(part: string): string {
  const plainPart = part.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}._]+/gu, '-');
  return [...plainPart]
    .slice(0, 80)
    .join('')
    .replace(/^[-.]+|[-.]+$/g, '');
}

type ExportItemsProps = {
  /** Saves the list as a file and returns the name of the file. */
  save: (format: 'json' | 'csv') => Promise<string>;
  onPrint?: (() => void) | undefined;
};

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
  const runExport = useExport();
  return (
    <>
      {(['json', 'csv'] as const).map((format) => (
        <DropdownItem key={format} onClick={() => void runExport(() => save(format))}>
          Export as {format.toUpperCase()}
        </DropdownItem>
      ))}
      {onPrint && <DropdownItem onClick={onPrint}>Print</DropdownItem>}
    </>
  );
}

/** Returns a function that runs one export at a time and announces the result. */
function useExport() {
  const { show } = useResults();
  const isRunning = useRef(false);
  return async function runExport(save: () => Promise<string>) {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      show({ id: 'export', content: `Saved ${await save()}.`, isTemporary: true });
    } catch {
      show({ id: 'export', content: <span role="alert">{failureSentence}</span> });
    } finally {
      isRunning.current = false;
    }
  };
}

const failureSentence = 'Export failed. Check your connection and try again, or reload the page.';
