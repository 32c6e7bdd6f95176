import { type ReactNode, useId } from 'react';
import { fieldBoxClass } from '../ui/fields.tsx';
import type { FindingKind, Mentions } from './findMentions.ts';

type Props = {
  label: string;
  text: string;
  onChange: (text: string) => void;
  /** The text to which the marks belong. It may be an earlier one for a moment. */
  markedText: string;
  marks: Mentions['marks'];
};

/** A field with marks behind its text. A copy of the text, which wraps in the same way, has the marks and gives the height. */
export function MarkedTextArea({ label, text, onChange, markedText, marks }: Props) {
  const id = useId();
  return (
    <div className="mt-3">
      <label htmlFor={id} className="text-control font-medium">
        <span>{label}</span>
      </label>
      <div className={`mt-1 grid max-h-[34dvh] overflow-y-auto border-line-strong ${fieldBoxClass}`}>
        <div aria-hidden="true" className={`min-h-30 text-transparent select-none ${textClass}`}>
          <span>{markText(markedText, marks)}</span>
          {/* A field shows an empty last line, and other elements don't. */}
          <span>{'\n'}</span>
        </div>
        <textarea
          id={id}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          className={`resize-none overflow-hidden bg-transparent outline-none ${textClass}`}
        />
      </div>
    </div>
  );
}

const textClass =
  'relative col-start-1 row-start-1 min-w-0 px-2.5 py-2 font-mono text-small wrap-anywhere whitespace-pre-wrap touch:text-lead';

function markText(text: string, marks: Mentions['marks']): ReactNode {
  let from = 0;
  const parts = marks.map(({ start, end, kind }) => {
    const before = text.slice(from, start);
    from = end;
    return [
      before,
      <mark key={start} className={`rounded-chip text-transparent ${looks[kind]}`}>
        {text.slice(start, end)}
      </mark>,
    ];
  });
  return [...parts, text.slice(from)];
}

const looks: Readonly<Record<FindingKind, string>> = {
  found: 'bg-ok-soft',
  ambiguous: 'bg-notice-line',
  protected: 'bg-skeleton',
  refused: 'bg-skeleton',
  missing: 'bg-transparent underline decoration-wavy',
};
