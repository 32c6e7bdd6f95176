import { TriangleAlert } from 'lucide-react';
import { findTextHazard, splitHiddenCharacters } from '../format/text.ts';

type Props = {
  name: string;
  isCut?: boolean;
  /** False where `NameWarning` is elsewhere, such as beside a button that is named after the instance. */
  hasWarning?: boolean;
};

/** The name isn't translated, and can't reorder text around it. Hidden characters are shown as codes. */
export function SafeName({ name, isCut = false, hasWarning = true }: Props) {
  const wrapping = isCut ? 'truncate' : 'wrap-anywhere';
  if (findTextHazard(name) === null)
    return (
      <bdi translate="no" className={wrapping}>
        {name}
      </bdi>
    );
  return (
    <span translate="no" className={isCut ? 'inline-flex max-w-full items-center' : ''}>
      <bdi dir="ltr" className={wrapping}>
        {splitHiddenCharacters(name).map(({ text, label, index }) =>
          label === null ? (
            <bdi key={index}>{text}</bdi>
          ) : (
            <span
              key={index}
              className="mx-px inline-block rounded-chip bg-notice-soft px-1 text-small whitespace-nowrap text-notice"
            >
              {label}
            </span>
          ),
        )}
      </bdi>
      {hasWarning && <NameWarning name={name} />}
    </span>
  );
}

export function NameWarning({ name }: { name: string }) {
  const warning = findTextHazard(name);
  if (warning === null) return null;
  return (
    <span role="img" aria-label={warning} title={warning} className="ml-1 inline-block shrink-0 align-[-2px]">
      <TriangleAlert size={14} className="text-notice" />
    </span>
  );
}
