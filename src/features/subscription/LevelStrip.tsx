import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { formatInstant } from '../../ui/time.ts';
import { useZone } from '../../ui/zone.tsx';
import type { HistoryModel } from './history.ts';
import type { HistoryEntry } from './historyEntries.ts';
import { StripPicture } from './StripPicture.tsx';
import { countedOrNone } from './sentences.ts';
import type { Span } from './spans.ts';
import { doubtSentence, stripBlocks, stripLanes, stripSentence, timeScale } from './strip.ts';

type LevelStripProps = {
  model: HistoryModel;
  now: number;
  onGo: (entry: HistoryEntry) => void;
  /** Filters the list to a span, ms UTC. */
  onFilter: (span: Span) => void;
};

/** Levels over time as a picture: point at a piece or focus it to read it, click to go to its record, drag to zoom. */
export function LevelStrip({ model, now, onGo, onFilter }: LevelStripProps) {
  const zone = useZone();
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const described = useId();
  const lanes = useMemo(() => stripLanes(model.oldest), [model]);
  const whole = useMemo(() => wholeSpan(model, now), [model, now]);
  const [zoomed, setZoomed] = useState<Span | null>(null);
  const [focused, setFocused] = useState(0);
  const [told, setTold] = useState<string | null>(null);
  const shown = zoomed ?? whole;
  const scale = useMemo(() => timeScale(shown, width, zone), [shown, width, zone]);
  const blocks = useMemo(
    () => stripBlocks(model.oldest, lanes, shown, scale.xOf),
    [model, lanes, shown, scale],
  );

  function zoom(factor: number) {
    const half = ((shown.to - shown.from) * factor) / 2;
    const middle = (shown.from + shown.to) / 2;
    const next = { from: Math.max(whole.from, middle - half), to: Math.min(whole.to, middle + half) };
    if (next.to - next.from < shortestMs) return;
    setZoomed(next.from === whole.from && next.to === whole.to ? null : next);
  }

  function moveFocus(event: KeyboardEvent) {
    const last = blocks.length - 1;
    const present = Math.min(focused, last);
    const targets: Record<string, number> = {
      ArrowRight: present + 1,
      ArrowLeft: present - 1,
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(target, last));
    setFocused(next);
    frame.current?.querySelector<SVGElement>(`[data-block="${next}"]`)?.focus();
  }

  return (
    <section
      aria-label="Levels over time"
      aria-describedby={described}
      className="rounded-lg border border-line bg-surface px-4 py-3"
    >
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">Levels over time</h2>
        <div className="flex flex-wrap gap-1">
          {zoomed !== null && (
            <>
              <Button size="small" variant="quiet" onClick={() => onFilter(zoomed)}>
                Filter to this span
              </Button>
              <Button size="small" onClick={() => setZoomed(null)}>
                Whole time
              </Button>
            </>
          )}
          <Button size="small" onClick={() => zoom(0.5)}>
            Zoom in
          </Button>
          <Button size="small" aria-disabled={zoomed === null} onClick={() => zoom(2)}>
            Zoom out
          </Button>
        </div>
      </div>
      <p id={described} className="sr-only">
        {`${countedOrNone(model.oldest.length, 'record')}, ${countedOrNone(model.gaps.length, 'gap')} and ${countedOrNone(model.overlaps.total, 'overlap')}, shown from ${formatInstant(shown.from, zone)} to ${formatInstant(shown.to, zone)}. Every record is also in the list below.`}
      </p>
      <div ref={frame}>
        {width > 0 && (
          <StripPicture
            model={model}
            lanes={lanes.count}
            blocks={blocks}
            scale={scale}
            now={now}
            focused={Math.min(focused, Math.max(0, blocks.length - 1))}
            onFocus={setFocused}
            onTell={setTold}
            onGo={onGo}
            onZoom={(span) => span.to - span.from >= shortestMs && setZoomed(span)}
            onKeyDown={moveFocus}
            describe={(block) => stripSentence(block, now, zone)}
            describeDoubt={(doubt) => doubtSentence(doubt, zone)}
          />
        )}
      </div>
      <p aria-hidden="true" className="mt-1 min-h-8 text-small md:min-h-4 text-muted">
        <bdi>{told ?? hint()}</bdi>
      </p>
    </section>
  );
}

/** A finger can't point without touching, and its drag scrolls the page. */
function hint(): string {
  return window.matchMedia('(pointer: coarse)').matches
    ? 'Touch a piece to read it and to go to its record.'
    : 'Point at a piece to read it, click to go to its record, drag across to zoom.';
}

const shortestMs = 60_000;

/** From the first start to the last known moment, with some room for what goes on. */
function wholeSpan({ span }: HistoryModel, now: number): Span {
  const from = span?.from ?? now;
  const to = Math.max(span?.to ?? now, now, from + 86_400_000);
  return { from, to: to + (to - from) * 0.04 };
}

/** The width of an element in px, following it. */
function useWidth(element: RefObject<Element | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = () => setWidth(Math.round(current.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
