import { X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../ui/Button.tsx';
import { readPreference, writePreference } from '../ui/browserStorage.ts';
import { Notice } from '../ui/notices.tsx';

const itemName = 'hidden-notice';
/** A final full stop or bracket belongs to the sentence, not to the URL. */
const link = /\b(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/i;

export function OperatorNotice({ text }: { text: string | null }) {
  const [hiddenText, setHiddenText] = useState(() => readPreference(itemName));
  if (text === null || text === hiddenText) return null;

  function hideNotice(shownText: string) {
    writePreference(itemName, shownText);
    setHiddenText(shownText);
  }
  return (
    <Notice
      tone="info"
      role="note"
      title="From your operator"
      actions={
        <IconButton label="Hide notice" onClick={() => hideNotice(text)}>
          <X size={16} aria-hidden="true" />
        </IconButton>
      }
    >
      {/* The captured links are every second part. */}
      {[...text.split(link).entries()].map(([at, part]) =>
        at % 2 === 1 && URL.canParse(part) ? (
          <a key={at} href={part} target="_blank" rel="noreferrer" className="text-accent underline">
            {part}
          </a>
        ) : (
          <span key={at}>{part}</span>
        ),
      )}
    </Notice>
  );
}
