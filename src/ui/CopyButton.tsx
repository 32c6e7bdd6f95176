import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from './Button.tsx';
import { ManualCopyDialog } from './Dialog.tsx';

/** `html` goes into the same clipboard entry, for programs that paste formatted text. */
type CopiedText = { text: string; html?: string };

type Props = {
  label: string;
  text: string | (() => CopiedText);
  variant?: 'icon' | 'button';
};

const copiedMs = 2_000;

export function CopyButton({ label, text, variant = 'icon' }: Props) {
  const { isCopied, copy, manualCopy } = useCopy();
  const Icon = isCopied ? Check : Copy;
  const icon = <Icon size={14} aria-hidden="true" className={isCopied ? 'text-ok' : ''} />;
  const onClick = () => void copy(typeof text === 'string' ? { text } : text());
  return (
    <>
      {variant === 'button' ? (
        <Button icon={icon} onClick={onClick}>
          {label}
        </Button>
      ) : (
        <IconButton label={label} onClick={onClick} className="-my-1">
          {icon}
        </IconButton>
      )}
      <span role="status" className="sr-only">
        {isCopied && 'Copied'}
      </span>
      {manualCopy}
    </>
  );
}

function useCopy() {
  const [isCopied, setCopied] = useState(false);
  const [refusedText, setRefusedText] = useState<string | null>(null);

  async function copy(content: CopiedText) {
    if (!(await writeToClipboard(content))) {
      setRefusedText(content.text);
      return;
    }
    setCopied(true);
    setTimeout(() => setCopied(false), copiedMs);
  }
  const manualCopy = refusedText !== null && (
    <ManualCopyDialog text={refusedText} onClose={() => setRefusedText(null)} />
  );
  return { isCopied, copy, manualCopy };
}

/** Some browsers and remote desktops never answer. */
const clipboardTimeoutMs = 2_000;

async function writeToClipboard(content: CopiedText): Promise<boolean> {
  const timeout = new Promise<false>((resolve) => setTimeout(resolve, clipboardTimeoutMs, false));
  const written = write(content).then(
    () => true,
    () => false,
  );
  return Promise.race([written, timeout]);
}

async function write({ text, html }: CopiedText): Promise<void> {
  // Firefox has ClipboardItem since version 127: https://developer.mozilla.org/docs/Web/API/ClipboardItem
  if (html === undefined || !('ClipboardItem' in globalThis)) return navigator.clipboard.writeText(text);
  const formats = { 'text/plain': text, 'text/html': html };
  const blobs = Object.entries(formats).map(([type, part]) => [type, new Blob([part], { type })]);
  try {
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
  } catch {
    await navigator.clipboard.writeText(text);
  }
}
