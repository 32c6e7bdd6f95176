import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button, IconButton } from './Button.tsx';
import { Dialog, DialogDescription } from './Dialog.tsx';
import { TextArea } from './fields.tsx';

type Props = {
  label: string;
  text: () => string;
  variant?: 'icon' | 'button';
};

const copiedMs = 2_000;

export function CopyButton({ label, text, variant = 'icon' }: Props) {
  const [isCopied, setCopied] = useState(false);
  const [refusedText, setRefusedText] = useState<string | null>(null);

  async function copy() {
    const copiedText = text();
    if (!(await writeToClipboard(copiedText))) return setRefusedText(copiedText);
    setCopied(true);
    setTimeout(() => setCopied(false), copiedMs);
  }
  const icon = isCopied ? <Check size={14} className="text-ok" /> : <Copy size={14} />;
  return (
    <>
      {variant === 'button' ? (
        <Button icon={icon} onClick={copy} className="min-w-33.5">
          {isCopied ? 'Copied' : label}
        </Button>
      ) : (
        <IconButton label={label} onClick={copy} className="-my-1">
          {icon}
        </IconButton>
      )}
      <span role="status" className="sr-only">
        {isCopied && 'Copied'}
      </span>
      {refusedText !== null && <ManualCopyDialog text={refusedText} onClose={() => setRefusedText(null)} />}
    </>
  );
}

/** A browser or remote desktop may never answer. */
const clipboardTimeoutMs = 2_000;

function writeToClipboard(text: string): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(resolve, clipboardTimeoutMs, false);
    const write = async () => navigator.clipboard.writeText(text);
    write().then(
      () => resolve(true),
      () => resolve(false),
    );
  });
}

function ManualCopyDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <Dialog title="Copy this text" onClose={onClose} focus={{ initial: field }}>
      <DialogDescription>
        Your browser didn't copy it. The text is selected, so copy it yourself.
      </DialogDescription>
      <div className="mt-3">
        <TextArea
          ref={field}
          label="Text to copy"
          rows={10}
          wrap="off"
          readOnly
          value={text}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </div>
    </Dialog>
  );
}
