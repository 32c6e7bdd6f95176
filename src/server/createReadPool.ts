import { type Dispatcher, Pool } from 'undici';
import { createHeldBody } from './createHeldBody.ts';
import type { Upstream, UpstreamAnswer } from './Upstream.ts';

/**
 * An upstream for reads over kept-alive connections, with the raw path behind the path of base_url. Undici, because a
 * request of node:http costs five times as much. Redirects are not followed; what watches the time is the caller.
 * @param serviceUrl base_url (section 1), without a slash at its end
 */
export function createReadPool(serviceUrl: string): Upstream {
  const url = new URL(serviceUrl);
  const basePath = url.pathname.replace(/\/+$/, '');
  const pool = new Pool(url.origin, {
    connections: 256,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: connectMs },
  });

  return {
    ask({ method, path, headers }) {
      let current: Dispatcher.DispatchController | null = null;
      let ended = false;
      // Until its turn comes on a connection a call has nothing that could be aborted.
      let giveUp = (_: Error): void => {};
      function send(
        again: boolean,
        resolve: (answer: UpstreamAnswer) => void,
        reject: (error: Error) => void,
      ): void {
        const body = createHeldBody();
        current = null;
        let hasAnswered = false;
        pool.dispatch(
          { method, path: basePath + path, headers },
          {
            onRequestStart(controller) {
              current = controller;
              if (ended) controller.abort(new Error('ended'));
            },
            onResponseStart(controller, status, answered) {
              // A word in between, such as 103; the answer follows.
              if (status < 200) return;
              hasAnswered = true;
              body.begin(controller);
              resolve({ status, headers: answered, body });
            },
            onResponseData: (_, part) => body.put(part),
            onResponseEnd: () => body.end(),
            onResponseError(_, error) {
              if (hasAnswered) body.cut();
              // Most likely a kept-alive connection that the service just dropped; a read may be asked once more.
              else if (again && !ended && 'code' in error && broken.has(error.code))
                send(false, resolve, reject);
              else reject(error);
            },
          },
        );
      }
      return {
        answer: new Promise((resolve, reject) => {
          giveUp = reject;
          send(true, resolve, reject);
        }),
        end() {
          ended = true;
          if (current === null) giveUp(new Error('ended'));
          else current.abort(new Error('ended'));
        },
      };
    },
    close: () => void pool.destroy(),
  };
}

/** Longer than any caller waits: it is the caller who says that the time is up. */
const connectMs = 60_000;
/** Codes of a connection that broke off. */
const broken = new Set<unknown>(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
