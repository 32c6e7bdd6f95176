import { type LevelLook, levelInk, levelName } from './levels.tsx';
import type { StripBlock } from './strip.ts';

type Props = {
  block: StripBlock;
  looks: ReadonlyMap<string, LevelLook>;
  textures: string;
  /** px */
  top: number;
  height: number;
  number: number;
  inTabOrder: boolean;
  sentence: string;
  onTell: (sentence: string | null) => void;
  onFocus: () => void;
  onGo: () => void;
};

/** One piece of the strip, a link to its record. */
export function StripPiece({
  block,
  looks,
  textures,
  top,
  height,
  number,
  inTabOrder,
  sentence,
  ...on
}: Props) {
  const { x, width, lasting } = block;
  const levels = [...lasting.keys()].sort();
  const look = levels.length === 1 ? looks.get(levels[0] ?? '') : undefined;
  const name = levels.length === 1 ? levelName(levels[0] ?? null) : '';
  const place = { x, y: top + 1, width: Math.max(1, width - 1), height, rx: Math.min(4, width / 3) };
  return (
    <a
      href={`#record-${block.entry.index}`}
      data-block={number}
      tabIndex={inTabOrder ? 0 : -1}
      aria-label={sentence}
      draggable={false}
      className={`strip-piece ${look === undefined ? 'text-muted' : levelInk(look.hue)}`}
      onPointerEnter={() => on.onTell(sentence)}
      onFocus={() => {
        on.onFocus();
        on.onTell(sentence);
      }}
      onBlur={() => on.onTell(null)}
      onClick={(event) => {
        event.preventDefault();
        on.onGo();
      }}
    >
      <title>{sentence}</title>
      {levels.length === 1 ? (
        <rect {...place} fill="currentColor" />
      ) : (
        <Shares {...place} levels={levels} lasting={lasting} looks={looks} />
      )}
      {look !== undefined && look.texture > 0 && width > 8 && (
        <rect {...place} fill={`url(#${textures}-${look.texture})`} />
      )}
      {name !== '' && width > name.length * 8 + 20 && (
        <text x={x + 9} y={top + height / 2 + 5} stroke="currentColor" className="strip-label">
          {name}
        </text>
      )}
    </a>
  );
}

type SharesProps = {
  x: number;
  y: number;
  width: number;
  height: number;
  levels: readonly string[];
  lasting: ReadonlyMap<string, number>;
  looks: ReadonlyMap<string, LevelLook>;
};

/** Levels that are too short to be told apart, one above the other, each as high as its share of the time. */
function Shares({ x, y, width, height, levels, lasting, looks }: SharesProps) {
  const all = [...lasting.values()].reduce((sum, ms) => sum + ms, 0) || 1;
  let top = y;
  return levels.map((level) => {
    const share = (height * (lasting.get(level) ?? 0)) / all;
    top += share;
    return (
      <rect
        key={level}
        x={x}
        y={top - share}
        width={width}
        height={share}
        fill="currentColor"
        className={levelInk(looks.get(level)?.hue ?? 0)}
      />
    );
  });
}
