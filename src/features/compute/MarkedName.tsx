import { TriangleAlert } from 'lucide-react';
import { type NamePart, nameHazards } from './confusables.ts';

/** A name isolated from the text around it, with what can't be seen in it spelled out and what misleads marked. */
export function MarkedName({ name, whole }: { name: string; whole: boolean }) {
  const hazards = nameHazards(name);
  if (hazards.isClean) return <bdi>{name}</bdi>;
  const why = [
    hazards.hasInvisible ? 'It holds characters that can’t be seen.' : '',
    ...hazards.lookAlikes.map((reason) => `The name ${reason}.`),
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <span title={why} className={whole ? 'wrap-anywhere' : 'inline-flex max-w-full items-center gap-1'}>
      <bdi dir="ltr" className={whole ? '' : 'truncate'}>
        {placed(hazards.parts).map(({ part, at }) =>
          part.kind === 'plain' ? (
            <bdi key={at}>{part.text}</bdi>
          ) : (
            <span
              key={at}
              className="mx-px rounded-sm border border-notice-line px-0.5 text-small text-notice"
            >
              {part.label}
            </span>
          ),
        )}
      </bdi>
      <TriangleAlert size={14} className="ml-1 inline shrink-0 text-notice" role="img" aria-label={why} />
    </span>
  );
}

/** Parts repeat, so their place is what tells them apart. */
function placed(parts: readonly NamePart[]) {
  let at = 0;
  return parts.map((part) => {
    const place = { part, at };
    at += part.text.length;
    return place;
  });
}
