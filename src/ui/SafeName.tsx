import { TriangleAlert } from 'lucide-react';
import { findTextHazard, splitHiddenCharacters } from '../format/text.ts';

type Props = {
  name: string;
  whole?: boolean;
};

/** Never translated. Can't reorder the text around it, and shows hidden characters as codes. */
export function SafeName({ name, whole = false }: Props) {
  const hazard = findTextHazard(name);
  const wrapping = whole ? 'wrap-anywhere' : 'truncate';
  if (hazard === null)
    return (
      <bdi translate="no" className={wrapping}>
        {name}
      </bdi>
    );
  let offset = 0;
  return (
    <span translate="no" title={hazard} className={whole ? '' : 'inline-flex max-w-full items-center'}>
      <bdi dir="ltr" className={wrapping}>
        {splitHiddenCharacters(name).map(({ text, label }) => {
          const key = offset;
          offset += text.length;
          if (label === null) return <bdi key={key}>{text}</bdi>;
          return (
            <span
              key={key}
              className="mx-px inline-block rounded-chip bg-notice-soft px-1 text-small whitespace-nowrap text-notice"
            >
              {label}
            </span>
          );
        })}
      </bdi>
      <TriangleAlert size={14} className="ml-1 inline shrink-0 text-notice" role="img" aria-label={hazard} />
    </span>
  );
}
