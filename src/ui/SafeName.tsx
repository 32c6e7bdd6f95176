import { TriangleAlert } from 'lucide-react';
import { textHazards } from './confusables.ts';

/** Matches printable ASCII with single spaces inside, which has no hidden, bidirectional or look-alike characters. */
const plainName = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;

/** Returns true if a text can be shown unchanged. */
export function isPlainName(name: string): boolean {
  return plainName.test(name) || textHazards(name).warnings.length === 0;
}

type Props = {
  name: string;
  /** Wraps a long name instead of cutting it, because the admin must read all of it before confirming. */
  whole?: boolean;
};

/** A name, ID or database that can't reorder the text around it. Hidden characters appear as codes such as `U+200B`. */
export function SafeName({ name, whole = false }: Props) {
  if (isPlainName(name)) return <bdi>{name}</bdi>;
  const { parts, warnings } = textHazards(name);
  const warning = warnings.join(' ');
  let offset = 0;
  return (
    <span title={warning} className={whole ? 'wrap-anywhere' : 'inline-flex max-w-full items-center gap-1'}>
      <bdi dir="ltr" className={whole ? '' : 'truncate'}>
        {parts.map((part) => {
          const key = offset;
          offset += part.text.length;
          return part.kind === 'plain' ? (
            <bdi key={key}>{part.text}</bdi>
          ) : (
            <span
              key={key}
              className="mx-px inline-block rounded-sm border border-notice-line px-0.5 text-small whitespace-nowrap text-notice"
            >
              {part.label}
            </span>
          );
        })}
      </bdi>
      <TriangleAlert size={14} className="ml-1 inline shrink-0 text-notice" role="img" aria-label={warning} />
    </span>
  );
}
