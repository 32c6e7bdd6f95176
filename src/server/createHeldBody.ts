import type { BodyListener, UpstreamBody } from './Upstream.ts';

type Source = { pause(): void; resume(): void; abort(reason: Error): void };
type Told = { part: Uint8Array } | 'end' | 'cut';

/** A body that is pushed in, and holds what comes before somebody listens: a small one comes in the same breath. */
export function createHeldBody() {
  let source: Source | null = null;
  let listener: BodyListener | null = null;
  const held: Told[] = [];

  function tell(told: Told): void {
    if (listener === null) held.push(told);
    else if (told === 'end') listener.onEnd();
    else if (told === 'cut') listener.onCut();
    else listener.onPart(told.part);
  }

  const body: UpstreamBody = {
    listen(to) {
      listener = to;
      for (const told of held.splice(0)) tell(told);
    },
    pause: () => source?.pause(),
    resume: () => source?.resume(),
    drop() {
      listener = deaf;
      source?.abort(new Error('dropped'));
    },
  };
  return {
    ...body,
    begin(from: Source) {
      source = from;
    },
    put: (part: Uint8Array) => tell({ part }),
    end: () => tell('end'),
    cut: () => tell('cut'),
  };
}

const deaf: BodyListener = { onPart() {}, onEnd() {}, onCut() {} };
