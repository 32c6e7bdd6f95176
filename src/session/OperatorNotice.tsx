import { X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../ui/Button.tsx';
import { readPreference, writePreference } from '../ui/browserStorage.ts';
import { Notice } from '../ui/notices.tsx';

const itemName = 'hidden-notice';

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
      {text}
    </Notice>
  );
}
