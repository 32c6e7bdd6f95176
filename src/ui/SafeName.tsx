import { TriangleAlert } from 'lucide-react';
import { findTextHazards } from './confusables.ts';

/** Matches printable ASCII without spaces at the start, at the end or in a row. */
const plainNamePattern = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;

export function isPlainName(name: string): boolean {
  return plainNamePattern.test(name) || findTextHazards(name).warnings.length === 0;
}

type Props = {
  name: string;
  /** True to wrap a long name. By default, a long name is cut off. */
  whole?: boolean;
};

/** A name or ID that can't reorder the text around it. Hidden characters appear as codes such as `U+200B`. */
export function SafeName({ name, whole = false }: Props) {
  if (isPlainName(name)) return <bdi>{name}</bdi>;
  const { parts, warnings } = findTextHazards(name);
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
