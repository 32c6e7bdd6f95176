import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from './Button.tsx';
import { ManualCopyDialog } from './Dialog.tsx';

type Props = {
  label: string;
  text: string | (() => string);
  variant?: 'icon' | 'button';
};

const copiedMs = 2_000;

export function CopyButton({ label, text, variant = 'icon' }: Props) {
  const { isCopied, copy, manualCopy } = useCopy();
  const Icon = isCopied ? Check : Copy;
  const icon = <Icon size={14} aria-hidden="true" className={isCopied ? 'text-ok' : ''} />;
  const onClick = () => void copy(typeof text === 'string' ? text : text());
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

  async function copy(text: string) {
    if (!(await writeToClipboard(text))) {
      setRefusedText(text);
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

async function writeToClipboard(text: string): Promise<boolean> {
  const timeout = new Promise<false>((resolve) => setTimeout(resolve, clipboardTimeoutMs, false));
  const written = write(text).then(
    () => true,
    () => false,
  );
  return Promise.race([written, timeout]);
}

/** Rejects where the browser has no clipboard, as without HTTPS. */
async function write(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
