import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from './Button.tsx';
import { toast } from './toasts.tsx';

type Props = {
  text: string;
  label: string;
  variant?: 'icon' | 'button';
};

const copiedMs = 2000;

export function CopyButton({ text, label, variant = 'icon' }: Props) {
  const [isCopied, setCopied] = useState(false);

  async function copyText() {
    if (!(await writeToClipboard(text))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), copiedMs);
  }
  const name = isCopied ? 'Copied' : label;
  const Icon = isCopied ? Check : Copy;
  const icon = <Icon size={14} aria-hidden="true" className={isCopied ? 'text-ok' : ''} />;
  if (variant === 'button')
    return (
      <Button icon={icon} onClick={copyText}>
        {name}
      </Button>
    );
  return (
    <IconButton label={name} onClick={copyText} className="-my-1">
      {icon}
    </IconButton>
  );
}

/** On failure, shows a toast and returns false. */
export async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    toast({ tone: 'danger', text: "Couldn't copy. Your browser has blocked access to the clipboard." });
    return false;
  }
}
