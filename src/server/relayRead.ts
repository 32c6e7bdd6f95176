import { beginAnswer } from './beginAnswer.ts';
import type { Exchange } from './Exchange.ts';
import { refuse } from './refuse.ts';
import { relayBody } from './relayBody.ts';
import { screenAnswer } from './screenAnswer.ts';
import type { Upstream, UpstreamCall } from './Upstream.ts';
import { upstreamFailure } from './upstreamFailure.ts';

/**
 * Passes one read on and streams its answer back. Ends the call when the browser leaves. An answer that is cut, or
 * stays silent for the whole deadline, is cut for the browser as well: it never looks complete.
 * @param readMs deadline in ms until the headers, then between two signs of life of the body
 */
export async function relayRead(
  upstream: Upstream,
  call: UpstreamCall,
  exchange: Exchange,
  readMs: number,
): Promise<void> {
  const { response } = exchange;
  const talk = upstream.ask(call);
  let late = false;
  const deadline = setTimeout(() => {
    late = true;
    talk.end();
  }, readMs);
  response.once('close', () => {
    // Closing is also how every answer that went well ends; to end its call then would cost for nothing.
    if (!response.writableFinished) talk.end();
  });
  try {
    const answer = await talk.answer;
    const screened = screenAnswer(answer);
    if (!screened.pass) {
      answer.body.drop();
      return refuse(exchange, screened.status, screened.message);
    }
    const { requestId, headers, length } = screened;
    beginAnswer(requestId === null ? exchange : { ...exchange, requestId }, answer.status, headers);
    await relayBody(answer.body, response, length, () => deadline.refresh());
  } catch (error) {
    if (response.headersSent) {
      // The status has to leave before the connection is cut: it is all the browser learns.
      response.flushHeaders();
      response.destroy();
    } else if (!response.destroyed) {
      const failure = upstreamFailure(error, late ? readMs : null);
      refuse(exchange, failure.status, failure.message);
    }
  } finally {
    clearTimeout(deadline);
  }
}
