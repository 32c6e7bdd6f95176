import { holdsJsonObject } from './holdsJsonObject.ts';
import type { Limits } from './limits.ts';
import { type Screened, screenAnswer } from './screenAnswer.ts';
import type { Upstream, UpstreamBody, UpstreamCall } from './Upstream.ts';
import { upstreamFailure } from './upstreamFailure.ts';

/** A whole answer to a delete, held in memory so that it can be given twice. */
export type KeptAnswer = {
  status: number;
  /** Names and values in turn, without the length. */
  headers: readonly string[];
  requestId: string | null;
  body: Buffer;
};

/**
 * Sends one delete (section 4.1) and waits for its whole answer, whoever still listens. Never rejects: a failure is
 * an answer {message, statusCode} too. A body that is cut or too large proves nothing about a 2xx, which becomes 502;
 * a status from 400 up stands on its own, but 404 and 410: they say that the instance is gone, and only a JSON object
 * makes them the service's own word.
 */
export async function askForDelete(
  upstream: Upstream,
  call: UpstreamCall,
  { deleteMs, deleteAnswerBytes }: Pick<Limits, 'deleteMs' | 'deleteAnswerBytes'>,
): Promise<KeptAnswer> {
  const talk = upstream.ask(call);
  let late = false;
  // The deadline waits for nobody: an upstream may end a call without a word.
  let giveUp = (_: Error): void => {};
  const gaveUp = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  gaveUp.catch(() => {});
  const deadline = setTimeout(() => {
    late = true;
    talk.end();
    giveUp(new Error('late'));
  }, deleteMs);
  try {
    const { status, headers, body } = await Promise.race([talk.answer, gaveUp]);
    const screened = screenAnswer({ status, headers });
    if (!screened.pass) {
      body.drop();
      return ownAnswer(screened.status, screened.message);
    }
    const bytes = await Promise.race([readAll(body, deleteAnswerBytes), gaveUp.catch(() => 'cut' as const)]);
    const saysGone = status === 404 || status === 410;
    if (bytes !== 'cut' && bytes !== 'too large') {
      if (saysGone && !holdsJsonObject(screened.headers, bytes, deleteAnswerBytes))
        return ownAnswer(502, `The service answered ${status} without a JSON object, which proves nothing.`);
      return kept(status, screened, bytes);
    }
    if (late) return ownAnswer(504, `The service answered ${status}, then fell silent.`);
    return ownAnswer(
      status < 400 || saysGone ? 502 : status,
      `The service answered ${status}, but its answer was ${bytes}.`,
    );
  } catch (error) {
    const failure = upstreamFailure(error, late ? deleteMs : null);
    return ownAnswer(failure.status, failure.message);
  } finally {
    clearTimeout(deadline);
  }
}

function readAll(body: UpstreamBody, maxBytes: number): Promise<Buffer | 'cut' | 'too large'> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    body.listen({
      onPart(part) {
        bytes += part.length;
        parts.push(Buffer.from(part));
        if (bytes <= maxBytes) return;
        resolve('too large');
        body.drop();
      },
      onEnd: () => resolve(Buffer.concat(parts)),
      onCut: () => resolve('cut'),
    });
  });
}

/** The length is that of what arrived, so the announced one is left out. */
function kept(status: number, { headers, requestId }: Passed, body: Buffer): KeptAnswer {
  const at = headers.indexOf('content-length');
  return { status, headers: at < 0 ? headers : headers.toSpliced(at, 2), requestId, body };
}

type Passed = Extract<Screened, { pass: true }>;

function ownAnswer(statusCode: number, message: string): KeptAnswer {
  return {
    status: statusCode,
    headers: ['content-type', 'application/json'],
    requestId: null,
    body: Buffer.from(JSON.stringify({ message, statusCode })),
  };
}
