import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import type { HistoryModel } from './history.ts';
import type { Doubt, HistoryEntry } from './historyEntries.ts';
import { levelInk, levelKey, levelTexture } from './levels.tsx';
import { StripPiece } from './StripPiece.tsx';
import { gapSentence } from './sentences.ts';
import type { Span } from './spans.ts';
import type { StripBlock, TimeScale } from './strip.ts';

type StripPictureProps = {
  model: HistoryModel;
  /** How many there are. */
  lanes: number;
  blocks: readonly StripBlock[];
  scale: TimeScale;
  now: number;
  /** The piece that Tab leads to. */
  focused: number;
  onFocus: (block: number) => void;
  onTell: (sentence: string | null) => void;
  onGo: (entry: HistoryEntry) => void;
  onZoom: (span: Span) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  describe: (block: StripBlock) => string;
  describeDoubt: (doubt: Doubt) => string;
};

const laneHeight = 30;
const axisHeight = 22;
const leastDrag = 8;

/** The picture itself: lanes of pieces, gaps hatched between them, what may hold again as an outline, the present as a line, and the axis. */
export function StripPicture(props: StripPictureProps) {
  const { model, blocks, scale, now, focused, onTell, onGo } = props;
  const textures = useId();
  const svg = useRef<SVGSVGElement>(null);
  const dragged = useRef(false);
  const [drag, setDrag] = useState<{ start: number; end: number } | null>(null);
  const lanes = props.lanes * laneHeight;
  const nowX = scale.xOf(now);

  function xIn(event: PointerEvent): number {
    const left = svg.current?.getBoundingClientRect().left ?? 0;
    return Math.max(0, Math.min(event.clientX - left, scale.width));
  }

  function endDrag() {
    if (drag === null) return;
    setDrag(null);
    const [from, to] = [Math.min(drag.start, drag.end), Math.max(drag.start, drag.end)];
    dragged.current = to - from >= leastDrag;
    if (dragged.current) props.onZoom({ from: scale.momentOf(from), to: scale.momentOf(to) });
  }

  return (
    <svg
      ref={svg}
      width={scale.width}
      height={lanes + axisHeight}
      className="block touch-pan-y select-none"
      onKeyDown={props.onKeyDown}
      // Dragging a link away would end the drag that zooms.
      onDragStart={(event) => event.preventDefault()}
      onPointerDown={(event) => {
        dragged.current = false;
        if (event.button === 0) setDrag({ start: xIn(event), end: xIn(event) });
      }}
      onPointerMove={(event) => {
        if (drag !== null) setDrag({ ...drag, end: xIn(event) });
      }}
      onPointerUp={endDrag}
      onPointerLeave={() => {
        endDrag();
        onTell(null);
      }}
    >
      <title>Levels over time</title>
      <StripTextures id={textures} />
      <rect width={scale.width} height={lanes} rx="4" className="fill-sunken" />
      {model.gaps.map((gap) => {
        const x = scale.xOf(gap.from);
        const width = scale.xOf(gap.to) - x;
        if (width < 2 || x > scale.width || x + width < 0) return null;
        const sentence = gapSentence(gap);
        return (
          <g key={gap.from} className="text-notice" onPointerEnter={() => onTell(sentence)}>
            <title>{sentence}</title>
            <rect x={x} width={width} height={lanes} fill={`url(#${textures}-gap)`} />
            <rect
              x={x}
              y="0.5"
              width={width}
              height={lanes - 1}
              fill="none"
              stroke="currentColor"
              strokeDasharray="3 3"
            />
          </g>
        );
      })}
      {model.doubts.map((doubt) => {
        const x = Math.max(0, scale.xOf(doubt.from));
        const end = doubt.to === Number.POSITIVE_INFINITY ? scale.width : scale.xOf(doubt.to);
        const width = Math.min(scale.width, end) - x;
        if (width < 2) return null;
        const sentence = props.describeDoubt(doubt);
        const look = model.looks.get(levelKey(doubt.entry.record.level));
        return (
          <g
            key={`${doubt.entry.index} ${doubt.from}`}
            className={levelInk(look?.hue ?? 0)}
            onPointerEnter={() => onTell(sentence)}
          >
            <title>{sentence}</title>
            <rect
              x={x + 1}
              y="2"
              width={Math.max(0, width - 2)}
              height={laneHeight - 4}
              rx="4"
              fill="currentColor"
              fillOpacity="0.15"
              stroke="currentColor"
              strokeDasharray="4 3"
            />
          </g>
        );
      })}
      {blocks.map((block, at) => (
        <StripPiece
          key={block.entry.index}
          block={block}
          looks={model.looks}
          textures={textures}
          top={block.lane * laneHeight}
          height={laneHeight - 2}
          number={at}
          inTabOrder={at === focused}
          sentence={props.describe(block)}
          onTell={onTell}
          onFocus={() => props.onFocus(at)}
          onGo={() => {
            if (!dragged.current) onGo(block.entry);
          }}
        />
      ))}
      {nowX >= 0 && nowX <= scale.width && (
        <g className="pointer-events-none text-accent">
          <path d={`M${nowX} 0V${lanes + 6}`} stroke="currentColor" strokeWidth="2" />
          <text
            x={Math.min(nowX, scale.width - 14)}
            y={lanes + 17}
            textAnchor="middle"
            className="fill-accent text-small font-semibold"
          >
            now
          </text>
        </g>
      )}
      <g className="pointer-events-none fill-muted text-small">
        {scale.ticks.map(({ x, label }) =>
          x < 16 || x > scale.width - 16 || Math.abs(x - nowX) < 40 ? null : (
            <text key={x} x={x} y={lanes + 17} textAnchor="middle">
              {label}
            </text>
          ),
        )}
        {scale.ticks.map(({ x }) => (
          <path key={x} d={`M${x} ${lanes}v4`} className="stroke-line-strong" />
        ))}
      </g>
      {drag !== null && Math.abs(drag.end - drag.start) >= leastDrag && (
        <rect
          x={Math.min(drag.start, drag.end)}
          width={Math.abs(drag.end - drag.start)}
          height={lanes}
          className="pointer-events-none fill-accent/25 stroke-accent"
        />
      )}
    </svg>
  );
}

/** The textures of levels, and the hatching of gaps, to be used as `url(#ID-3)` and `url(#ID-gap)`. */
function StripTextures({ id }: { id: string }) {
  return (
    <defs>
      {textures.map((texture) => (
        <pattern key={texture} id={`${id}-${texture}`} width="8" height="8" patternUnits="userSpaceOnUse">
          <path d={levelTexture(texture)} className="level-texture" />
        </pattern>
      ))}
      <pattern id={`${id}-gap`} width="8" height="8" patternUnits="userSpaceOnUse">
        <path d={levelTexture(1)} fill="none" className="stroke-notice-line" strokeWidth="1" />
      </pattern>
    </defs>
  );
}

const textures = [1, 2, 3, 4, 5, 6, 7];
