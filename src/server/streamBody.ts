import type { Readable } from 'node:stream';
import type { UpstreamBody } from './Upstream.ts';

/** The body that a stream of Node's gives. A stream that errors or closes before its end was cut. */
export function streamBody(stream: Readable): UpstreamBody {
  stream.on('error', ignore);
  return {
    listen({ onPart, onEnd, onCut }) {
      let hasEnded = false;
      stream.on('data', onPart);
      stream.once('end', () => {
        hasEnded = true;
        onEnd();
      });
      stream.once('close', () => {
        if (!hasEnded) onCut();
      });
      // It closed before anybody listened.
      if (stream.closed && !stream.readableEnded) onCut();
    },
    pause: () => void stream.pause(),
    resume: () => void stream.resume(),
    drop: () => void stream.destroy(),
  };
}

function ignore(): void {}
