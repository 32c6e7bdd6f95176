import { X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../ui/Button.tsx';
import { readItem, writeItem } from '../ui/browserStorage.ts';
import { Notice } from '../ui/notices.tsx';

const itemName = 'hidden-notice';

export function OperatorNotice({ text }: { text: string | null }) {
  const [hiddenText, setHiddenText] = useState(() => readItem(itemName));
  if (text === null || text === hiddenText) return null;

  function hideNotice(shownText: string) {
    writeItem(itemName, shownText);
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
      {splitLinks(text).map(({ text: part, at, isLink }) =>
        isLink ? (
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

type NoticePart = { text: string; at: number; isLink: boolean };

/** A final full stop or bracket belongs to the sentence, not to the URL. */
function splitLinks(text: string): NoticePart[] {
  const parts: NoticePart[] = [];
  let at = 0;
  for (const { 0: match, index } of text.matchAll(/\bhttps?:\/\/[^\s<>"']+/gi)) {
    const url = match.replace(/[.,;:!?)\]]+$/, '');
    if (!URL.canParse(url)) continue;
    if (index > at) parts.push({ text: text.slice(at, index), at, isLink: false });
    parts.push({ text: url, at: index, isLink: true });
    at = index + url.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), at, isLink: false });
  return parts;
}
