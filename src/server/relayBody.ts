import type { ServerResponse } from 'node:http';
import type { UpstreamBody } from './Upstream.ts';

/**
 * Streams a body into an answer whose head is written, as fast as the reader takes it. By hand, because
 * `stream.pipeline` costs a proxied read a third of its time.
 * @param length bytes of the body, null where they were not announced: a whole body leaves in one write
 * @param onSign called at every sign of life of either side but the last
 * @throws Error where the body was cut; the answer is not ended then
 */
export function relayBody(
  body: UpstreamBody,
  response: ServerResponse,
  length: number | null,
  onSign: () => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    body.listen({
      onPart(part) {
        bytes += part.length;
        if (bytes === length) {
          response.end(part);
          return resolve();
        }
        onSign();
        if (response.write(part)) return;
        body.pause();
        response.once('drain', () => {
          onSign();
          body.resume();
        });
      },
      onEnd() {
        if (!response.writableEnded) response.end();
        resolve();
      },
      onCut: () => reject(new Error('cut')),
    });
  });
}
